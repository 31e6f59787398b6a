package guard

// wordSet gives the words of a set that phrases name, small letters with a
// space between them.
func wordSet(name string) string {
	switch name {
	case "ignore":
		return "ignore ignoring disregard disregarding forget forgetting override overriding overrule bypass bypassing circumvent neglect dismiss discard abandon violate disobey"
	case "prior":
		return "previous previously prior above earlier preceding foregoing former past existing initial original prevailing old"
	case "orders":
		return "instructions instruction directives directive guidelines prompts prompt orders commands rules policies policy guardrails safeguards restrictions constraints limitations protocols programming"
	case "limits":
		return "restrictions restriction limits limitations rules filters guidelines guardrails safeguards boundaries censorship ethics ethical moral morals constraints"
	case "unbound":
		return "dan jailbroken unrestricted uncensored unfiltered unbound unchained unshackled limitless evil malicious rogue unethical amoral lawless"
	case "act":
		return "act behave pretend roleplay imagine simulate respond answer reply speak operate function"
	case "reveal":
		return "reveal leak disclose expose divulge dump recite regurgitate print output repeat display echo"
	case "send":
		return "send post upload transmit forward email mail leak exfiltrate transfer deliver submit relay publish"
	case "private":
		return "memory memories conversation conversations transcript transcripts secrets credentials passwords cookies context"
	case "people":
		return "user human operator owner developer maintainer"
	case "covert":
		return "secretly covertly stealthily surreptitiously"
	case "do":
		return "send run execute upload install add copy post forward insert record collect exfiltrate modify change push commit log store use write append transmit call fetch download delete"
	case "command":
		return "delete run execute ignore send reveal you always never do dont from output print disregard forget act approve stop upload remove skip bypass follow obey respond"
	case "obey":
		return "follow obey execute run perform carry do"
	}
	panic("guard: no word set " + name)
}
