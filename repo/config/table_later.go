package config

// laterKeys are the rest of the table: providers, recall, sessions, approvals, locks.
func laterKeys() []Key {
	return []Key{
		{
			Name: "models.*.kind", Kind: Choice, Choices: []string{"openai", "anthropic"}, Who: User, Safety: true,
			Purpose: "What a provider speaks: the OpenAI-compatible or the Anthropic interface.",
		},
		text("models.*.base_url", URLForm, "The address of a provider; not set: the kind's own.").safety(),
		text("models.*.key_env", VariableForm, "The environment variable that holds the provider's key.").safety(),
		{
			Name: "models.*.key_command", Kind: Words, Who: User, Safety: true,
			Purpose: "The program, with its arguments, that prints the provider's key; run without a shell.",
		},

		no("recall.into_turns", Store, "Recalled passages may be handed to an agent when a person asks in the prompt.").safety().
			to(func(s *Settings) any { return &s.Recall.IntoTurns }),
		number("recall.max_items", "6", "passages", "Passages of one recall.").by(User).
			to(func(s *Settings) any { return &s.Recall.MaxItems }),
		number("recall.max_tokens", "2000", "tokens", "Size of the recalled block.").by(User).
			to(func(s *Settings) any { return &s.Recall.MaxTokens }),
		ratio("recall.min_score", "0", "Passages below this score are left out; 0: none is.").
			to(func(s *Settings) any { return &s.Recall.MinScore }),
		ratio("recall.recency", "0", "Weight of a passage's age in its rank; 0: none.").
			to(func(s *Settings) any { return &s.Recall.Recency }),
		{
			Name: "recall.embedder.kind", Kind: Choice, Choices: []string{"ollama", "openai"}, Who: User, Safety: true,
			Purpose: "What the local embedder speaks; not set: semantic recall is off.",
			field:   func(s *Settings) any { return &s.Recall.Embedder.Kind },
		},
		text("recall.embedder.base_url", URLForm, "The loopback address of the local embedder.").safety().
			to(func(s *Settings) any { return &s.Recall.Embedder.BaseURL }),
		text("recall.embedder.model", LineForm, "The embedder's model.").safety().
			to(func(s *Settings) any { return &s.Recall.Embedder.Model }),

		number("sessions.keep_days", "0", "days", "Private conversations are deleted after this time; 0: never.").within(0, 36500).
			to(func(s *Settings) any { return &s.Sessions.KeepDays }),
		number("sessions.max_bytes", "1073741824", "bytes", "From this size of all private conversations on, status warns.").within(1, 1<<50).
			to(func(s *Settings) any { return &s.Sessions.MaxBytes }),

		choice("approvals.from_agents", "Whether a command run by an agent may decide.", "refuse", "allow").by(User).safety().
			to(func(s *Settings) any { return &s.Approvals.FromAgents }),
		no("approvals.require_signature", Store, "Decisions need an ssh signature by a key of approvals.allowed_signers.").tighter(True).safety().
			to(func(s *Settings) any { return &s.Approvals.RequireSignature }),
		text("approvals.allowed_signers", PathForm, "The file of those who may sign decisions, in the form of ssh-keygen(1); ~ is the account's own home.").safety().
			to(func(s *Settings) any { return &s.Approvals.AllowedSigners }),

		number("lock_timeout_ms", "5000", "ms", "How long a busy lock is waited for.").within(1, hour).by(User).
			to(func(s *Settings) any { return &s.LockTimeout }),
	}
}
