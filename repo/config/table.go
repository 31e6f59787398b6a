package config

const (
	second = 1000
	hour   = 3600 * second
	day    = 24 * hour
	year   = 366 * day
	whole  = 10000 // a ratio of 1
	many   = 1 << 31
)

// yes and no make a switch that is on or off by default. A switch is tighter
// when it is off, unless the row says otherwise.
func yes(name string, who Who, purpose string) Key {
	return Key{Name: name, Kind: Bool, Default: "true", Tighter: False, Who: who, Purpose: purpose}
}

func no(name string, who Who, purpose string) Key {
	key := yes(name, who, purpose)
	key.Default = "false"
	return key
}

// number makes a whole number that must be positive, unless the row says otherwise.
func number(name, value, unit string, purpose string) Key {
	return Key{Name: name, Kind: Number, Default: value, Unit: unit, Min: 1, Max: many, Who: Person, Purpose: purpose}
}

func (k Key) to(field func(*Settings) any) Key { k.field = field; return k }
func (k Key) tighter(d Direction) Key          { k.Tighter = d; return k }
func (k Key) by(who Who) Key                   { k.Who = who; return k }
func (k Key) within(lowest, highest int64) Key { k.Min, k.Max = lowest, highest; return k }
func (k Key) fixed() Key                       { k.Fixed = true; return k }
func (k Key) safety() Key                      { k.Safety = true; return k }
func (k Key) storeMay(d Direction) Key         { return k.by(Store).tighter(d) }

func choice(name, purpose string, of ...string) Key { // the first is the tightest and the default
	return Key{Name: name, Kind: Choice, Default: of[0], Choices: of, Tighter: FirstChoice, Who: Person, Purpose: purpose}
}

func text(name string, form Form, purpose string) Key {
	return Key{Name: name, Kind: Text, Form: form, Who: User, Purpose: purpose}
}

func ratio(name, value, purpose string) Key {
	return Key{Name: name, Kind: Ratio, Default: value, Min: 0, Max: whole, Who: User, Purpose: purpose}
}

func memoryKeys() []Key {
	return []Key{
		yes("memory.resident", Person, "Agents get the resident file in their context.").
			to(func(s *Settings) any { return &s.Memory.Resident }),
		yes("memory.tool", Person, "Agents are offered the tools memory_read and memory_propose.").
			to(func(s *Settings) any { return &s.Memory.Tool }),
		number("memory.global_char_limit", "2200", "characters", "Cap of the global resident file.").storeMay(Lower).
			to(func(s *Settings) any { return &s.Memory.GlobalCharLimit }),
		number("memory.project_char_limit", "3000", "characters", "Cap of a project's resident file.").storeMay(Lower).
			to(func(s *Settings) any { return &s.Memory.ProjectCharLimit }),
		choice("memory.promotion", "What is applied without a person: nothing, what reaches memory.auto_confidence, or every valid proposal.",
			"review", "high_confidence", "automatic").by(Store).safety().
			to(func(s *Settings) any { return &s.Memory.Promotion }),
		ratio("memory.auto_confidence", "0.9", "The confidence from which high_confidence applies.").storeMay(Higher).safety().
			to(func(s *Settings) any { return &s.Memory.AutoConfidence }),
		number("memory.pending_days", "30", "days", "An open proposal of a model lapses after this time.").within(1, 36500).
			to(func(s *Settings) any { return &s.Memory.PendingDays }),
	}
}

func learningKeys() []Key {
	learning := func(s *Settings) *Learning { return &s.Learning }
	return []Key{
		yes("learning.enabled", Store, "Learning as a whole; off turns use and generation off, whatever they say.").
			to(func(s *Settings) any { return &learning(s).Enabled }),
		yes("learning.use", Store, "Experiences may enter a context.").
			to(func(s *Settings) any { return &learning(s).Use }),
		yes("learning.generate", Store, "Finished turns may be sent to the extractor; needs learning.extractor_model.").
			to(func(s *Settings) any { return &learning(s).Generate }),
		text("learning.extractor_model", ModelForm, "The model that extracts, by its name in `models`, a slash and the model; without it nothing is generated.").safety().
			to(func(s *Settings) any { return &learning(s).ExtractorModel }),
		text("learning.evaluation_model", ModelForm, "The model that evaluates skills; not set: the extractor's.").safety().
			to(func(s *Settings) any { return &learning(s).EvaluationModel }),
		yes("learning.post_turn.enabled", Store, "Finished turns become jobs by themselves.").
			to(func(s *Settings) any { return &learning(s).PostTurn.Enabled }),
		number("learning.post_turn.idle_delay_ms", "21600000", "ms", "A turn is extracted after its session was idle for so long.").
			within(0, year).storeMay(Higher).to(func(s *Settings) any { return &learning(s).PostTurn.IdleDelay }),
		number("learning.post_turn.poll_interval_ms", "60000", "ms", "How often due jobs are looked for.").
			within(1, day).to(func(s *Settings) any { return &learning(s).PostTurn.PollInterval }),
		number("learning.post_turn.max_jobs_per_wake", "2", "jobs", "Jobs that run one after the other before the next look.").
			to(func(s *Settings) any { return &learning(s).PostTurn.MaxJobsPerWake }),
		no("learning.post_turn.disable_on_external_context", Store, "A session that took in external content is excluded from extraction.").
			tighter(True).safety().to(func(s *Settings) any { return &learning(s).PostTurn.DisableOnExternalContext }),
		no("learning.execution.structured_output", User, "The model is asked to answer in the schema by its own feature for it.").tighter(NoDirection).
			to(func(s *Settings) any { return &learning(s).Execution.StructuredOutput }),
		number("learning.execution.timeout_ms", "120000", "ms", "Time for one request.").within(1, hour).by(User).
			to(func(s *Settings) any { return &learning(s).Execution.Timeout }),
		number("learning.execution.max_input_bytes", "131072", "bytes", "Size of one request.").within(1, 1<<20).by(User).
			to(func(s *Settings) any { return &learning(s).Execution.MaxInputBytes }),
		number("learning.execution.max_output_tokens", "4096", "tokens", "Size of one answer.").within(1, 65536).by(User).
			to(func(s *Settings) any { return &learning(s).Execution.MaxOutputTokens }),
		number("learning.execution.max_steps", "8", "steps", "Steps of one evaluated attempt.").within(1, 64).by(User).
			to(func(s *Settings) any { return &learning(s).Execution.MaxSteps }),
		number("learning.aggregation.interval_ms", "86400000", "ms", "A project's experiences are mined at most so often.").within(1, year).
			storeMay(Higher).to(func(s *Settings) any { return &learning(s).Aggregation.Interval }),
		number("learning.aggregation.min_new_records", "3", "experiences", "New experiences that a mining run needs.").
			storeMay(Higher).to(func(s *Settings) any { return &learning(s).Aggregation.MinNewRecords }),
		number("learning.global_promotion.interval_ms", "604800000", "ms", "Patterns of several projects are mined at most so often.").within(1, year).
			storeMay(Higher).to(func(s *Settings) any { return &learning(s).GlobalPromotion.Interval }),
		number("learning.global_promotion.min_projects", "2", "projects", "Projects that must show a pattern before it is global.").
			storeMay(Higher).to(func(s *Settings) any { return &learning(s).GlobalPromotion.MinProjects }),
		number("learning.retrieval.max_items", "5", "experiences", "Experiences in one context.").storeMay(Lower).
			to(func(s *Settings) any { return &learning(s).Retrieval.MaxItems }),
		number("learning.retrieval.max_context_tokens", "1200", "tokens", "Size of the experiences in one context, frame included.").storeMay(Lower).
			to(func(s *Settings) any { return &learning(s).Retrieval.MaxContextTokens }),
		choice("learning.retrieval.other_projects", "Experiences of other projects may enter a context.", "off", "on").by(User).safety().
			to(func(s *Settings) any { return &learning(s).Retrieval.OtherProjects }),
		number("learning.skill.min_independent_sessions", "3", "sessions", "Sessions that must show a pattern before a skill is proposed.").
			storeMay(Higher).to(func(s *Settings) any { return &learning(s).Skill.MinIndependentSessions }),
		number("learning.skill.max_learned_rules", "15", "rules", "Rules of one learned skill.").within(1, 15).storeMay(Lower).
			to(func(s *Settings) any { return &learning(s).Skill.MaxLearnedRules }),
		yes("learning.skill.require_review", User, "Skills wait for a person; cannot be turned off.").tighter(True).fixed().safety().
			to(func(s *Settings) any { return &learning(s).Skill.RequireReview }),
	}
}
