package guard

// languageRules are the commonest ways of taking over an agent in languages
// other than English that write Latin letters and spaces. The words stand here
// as they are folded: without accents.
var languageRules = [...]wordingRule{
	{
		name: "injection.override", message: "an order to set instructions aside",
		phrases: []string{
			// Spanish, Portuguese, Italian
			"ignora|ignore|ignorar|ignoren|olvida|olvide|olvidar|descarta|esquece|esqueca|desconsidere _3 instrucciones|ordenes|reglas|indicaciones|directrices|instrucoes|regras|ordens|diretrizes _1 anteriores|previas|precedentes",
			"ignora|ignore|ignorar|olvida|olvide|descarta|esqueca|desconsidere _1 todas|cualquier|quaisquer _2 instrucciones|reglas|indicaciones|directrices|instrucoes|regras|diretrizes",
			"ignora|ignorate|ignorare|dimentica|dimenticate _3 istruzioni|regole|direttive _1 precedenti",
			"ignora|ignorate|dimentica|dimenticate _1 tutte _2 istruzioni|regole|direttive",
			// French
			"ignore|ignorez|ignorer|oublie|oubliez|oublier _3 instructions|consignes|directives|regles _1 precedentes|anterieures|initiales",
			"ignore|ignorez|oublie|oubliez _1 toutes _2 instructions|consignes|directives|regles",
			// German, Dutch
			"ignoriere|ignorieren|ignorier|vergiss|vergessen|missachte|missachten _2 vorherigen|bisherigen|obigen|fruheren|vorangegangenen|vorhergehenden|vorigen _1 anweisungen|befehle|regeln|instruktionen|vorgaben|anordnungen",
			"ignoriere|ignorier|vergiss|missachte _1 alle|samtliche _2 anweisungen|befehle|regeln|instruktionen|vorgaben",
			"negeer|vergeet _2 alle|vorige|voorgaande|eerdere _1 instructies|opdrachten|regels",
			// Polish
			"zignoruj|ignoruj|zapomnij _3 poprzednie|wszystkie _2 instrukcje|polecenia|zasady",
			// Turkish
			"onceki|tum _2 talimatları|komutları|kuralları _3 yoksay|unut|gormezden|yok",
		},
	},
	{
		name: "injection.conceal", message: "an order to keep something from the person", negative: true,
		phrases: []string{
			"no le? digas|informes|avises|menciones _2 usuario",
			"ne dis|dites|informe|informez|previens|prevenez _3 utilisateur",
			"sage|erzahle|verrate|melde|informiere _3 nutzer|benutzer|anwender _3 nicht|nichts",
		},
	},
	{
		name: "injection.leak", message: "an order to give away what is private",
		phrases: []string{
			"muestra|revela|imprime|muestrame _2 prompt|instrucciones _2 sistema",
			"affiche|revele|montre|affichez|revelez _2 prompt|instructions _2 systeme",
			"zeige|verrate|offenbare|gib _3 systemprompt|systemanweisungen|systemanweisung",
		},
	},
}

// scriptRules are the same in other scripts. They are only read when a text
// has such letters.
var scriptRules = [...]wordingRule{
	{
		name: "injection.override", message: "an order to set instructions aside",
		phrases: []string{
			// Russian, Arabic, Hindi
			"игнорируй|игнорируйте|игнорировать|проигнорируй|забудь|забудьте|отбрось _2 все|предыдущие|прежние|прошлые _2 инструкции|указания|команды|правила",
			"تجاهل|انس|أهمل _2 التعليمات|الأوامر|القواعد|الإرشادات _1 السابقة",
			"पिछले|सभी _2 निर्देशों|आदेशों|नियमों _2 अनदेखा|नजरअंदाज|नज़रअंदाज़|भूल",
		},
	},
	{
		name: "injection.conceal", message: "an order to keep something from the person", negative: true,
		phrases: []string{
			"не говори|сообщай|рассказывай _2 пользователю",
		},
	},
	{
		name: "injection.leak", message: "an order to give away what is private",
		phrases: []string{
			"покажи|выведи|раскрой _2 системный|системные _1 промпт|инструкции",
		},
	},
}
