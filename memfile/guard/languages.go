package guard

// languageRules are the commonest way of taking over an agent in languages
// other than English that write spaces. The words are folded like the text.
var languageRules = [...]wordingRule{
	{
		name: "injection.override", message: "an order to set instructions aside",
		phrases: []string{
			// Spanish, Portuguese, Italian
			"ignora|ignore|ignorar|ignoren|olvida|olvide|olvidar|descarta|esquece|esqueça|desconsidere _3 instrucciones|órdenes|reglas|indicaciones|directrices|instruções|regras|ordens|diretrizes _1 anteriores|previas|prévias|precedentes",
			"ignora|ignore|ignorar|olvida|olvide|descarta|esqueça|desconsidere _1 todas|cualquier|quaisquer _2 instrucciones|reglas|indicaciones|directrices|instruções|regras|diretrizes",
			"ignora|ignorate|ignorare|dimentica|dimenticate _3 istruzioni|regole|direttive _1 precedenti",
			"ignora|ignorate|dimentica|dimenticate _1 tutte _2 istruzioni|regole|direttive",
			// French
			"ignore|ignorez|ignorer|oublie|oubliez|oublier _3 instructions|consignes|directives|règles _1 précédentes|antérieures|initiales",
			"ignore|ignorez|oublie|oubliez _1 toutes _2 instructions|consignes|directives|règles",
			// German, Dutch
			"ignoriere|ignorieren|ignorier|vergiss|vergessen|missachte|missachten _2 vorherigen|bisherigen|obigen|früheren|vorangegangenen|vorhergehenden|vorigen _1 anweisungen|befehle|regeln|instruktionen|vorgaben|anordnungen",
			"ignoriere|ignorier|vergiss|missachte _1 alle|sämtliche _2 anweisungen|befehle|regeln|instruktionen|vorgaben",
			"negeer|vergeet _2 alle|vorige|voorgaande|eerdere _1 instructies|opdrachten|regels",
			// Russian, Polish
			"игнорируй|игнорируйте|игнорировать|проигнорируй|забудь|забудьте|отбрось _2 все|предыдущие|прежние|прошлые _2 инструкции|указания|команды|правила",
			"zignoruj|ignoruj|zapomnij _3 poprzednie|wszystkie _2 instrukcje|polecenia|zasady",
			// Turkish, Arabic, Hindi
			"önceki|tüm _2 talimatları|komutları|kuralları _3 yoksay|unut|görmezden|yok",
			"تجاهل|انس|أهمل _2 التعليمات|الأوامر|القواعد|الإرشادات _1 السابقة",
			"पिछले|सभी _2 निर्देशों|आदेशों|नियमों _2 अनदेखा|नजरअंदाज|नज़रअंदाज़|भूल",
		},
	},
	{
		name: "injection.conceal", message: "an order to keep something from the person", negative: true,
		phrases: []string{
			"no le? digas|informes|avises|menciones _2 usuario",
			"ne dis|dites|informe|informez|préviens|prévenez _3 utilisateur",
			"sage|erzähle|verrate|melde|informiere _3 nutzer|benutzer|anwender _3 nicht|nichts",
			"не говори|сообщай|рассказывай _2 пользователю",
		},
	},
	{
		name: "injection.leak", message: "an order to give away what is private",
		phrases: []string{
			"muestra|revela|imprime|muéstrame _2 prompt|instrucciones _2 sistema",
			"affiche|révèle|montre|affichez|révélez _2 prompt|instructions _2 système",
			"zeige|verrate|offenbare|gib _3 systemprompt|systemanweisungen|systemanweisung",
			"покажи|выведи|раскрой _2 системный|системные _1 промпт|инструкции",
		},
	},
}
