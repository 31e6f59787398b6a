package words

// isCommon reports whether a term stands for a common word.
func (s *scanner) isCommon(k kind, text string, at span) bool {
	return (k == word || k == part || k == camel) && (isCommon(s.low[at.start:at.end]) || isCommon(text))
}

// isCommon reports whether a folded word is one of the English words that say
// how a question is put rather than what it is about.
func isCommon(word string) bool {
	switch word {
	case "a", "an", "the", "this", "that", "these", "those",
		"i", "me", "my", "we", "us", "our", "you", "your", "he", "him", "his", "she", "her", "it", "its", "they", "them", "their",
		"am", "is", "are", "was", "were", "be", "been", "being", "do", "does", "did", "have", "has", "had",
		"will", "would", "shall", "should", "can", "could", "may", "might", "must",
		"and", "or", "but", "if", "then", "than", "so", "as", "not", "no",
		"of", "at", "by", "for", "with", "about", "to", "from", "in", "on", "into", "onto", "up", "out", "over", "under",
		"what", "which", "who", "whom", "whose", "when", "where", "why", "how", "there", "here",
		"dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "werent", "wont", "cant", "couldnt", "wouldnt", "shouldnt", "hasnt", "havent", "hadnt":
		return true
	}
	return false
}
