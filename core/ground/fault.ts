// What keeps a service from starting: each fault has an id, an owner, a sentence and a hint, and all are told at once.

/** Every id with what it means; docs/boot-checks.md holds the same list. */
export const faultMeanings = {
  'config-missing': 'There is no configuration file where one was looked for.',
  'config-broken': 'The configuration file cannot be loaded.',
  'config-shape': 'The configuration is not an object.',
  'config-key-unknown': 'The configuration has a key that means nothing.',
  'config-languages': 'The list of languages is missing, empty, or holds something that is no language tag.',
  'config-host': 'The configuration names no host plugin.',
  'config-plugins': 'A list of plugins holds something that is no plugin.',
  'setting-unusable': 'A setting of the environment, the file or the command line has a value that cannot be used.',
  'environment-ambiguous': 'A variable is given both directly and as a file.',
  'environment-file': 'A file that a variable names cannot be read.',
  'plugin-name': 'A plugin has no kebab-case name.',
  'plugin-clash': 'Two plugins have one name.',
  'core-range': 'A plugin was made for another version of the core.',
  'token-clash': 'A service of the container is bound by two owners.',
  'token-unbound': 'A service of the container is replaced that nobody has bound.',
  'entity-clash': 'Two owners contribute an entity of one name.',
  'property-clash': 'A property is contributed to an entity that has it already.',
  'property-entity-unknown': 'Properties are contributed to an entity that does not exist.',
  'property-name': 'A property has a name that cannot be a column and a wire name.',
  'area-unknown': 'An area is overridden for an entity that does not exist, or with an area that does not exist.',
  'area-clash': 'Two owners override the area of one entity.',
  'property-kind-clash': 'Two owners contribute a property kind of one name.',
  'property-kind-unknown': 'A property is of a kind that no plugin registers.',
  'question-type-clash': 'Two owners contribute a question type of one name.',
  'condition-type-clash': 'Two owners contribute a condition type of one name.',
  'term-type-clash': 'Two owners contribute a term type of one name.',
  'function-clash': 'Two owners contribute a function of one name.',
  'action-clash': 'Two owners contribute an action of one name.',
  'command-clash': 'Two actions or commands have one command name.',
  'command-name': 'A command is not named svc: and words between colons.',
  'task-clash': 'Two owners contribute a task of one name.',
  'payment-provider-clash': 'Two owners contribute a payment provider of one name.',
  'entity-name': 'An entity has a name that cannot be a URL segment.',
  'entity-property-unknown': 'An entity lists, sorts, filters or joins by a property or to an entity that does not exist.',
  'question-type-unknown': 'Stored questions have a type that no plugin registers.',
  'column-missing': 'A property has no column in the database.',
} as const satisfies Record<string, string>

export type FaultId = keyof typeof faultMeanings

export interface Fault {
  readonly id: FaultId
  /** Who is at fault: `core`, a plugin's name, `svc.config.ts`, or a variable of the environment. */
  readonly owner: string
  /** What is wrong, as a full sentence. */
  readonly message: string
  /** What to do about it, as a full sentence. */
  readonly hint: string
}

/** The service does not start; nothing was begun, or all of it was undone. */
export class BootError extends Error {
  constructor(
    readonly faults: readonly Fault[],
    options?: ErrorOptions,
  ) {
    super(faults.map(describeFault).join('\n'), options)
    this.name = 'BootError'
  }
}

/** `[plugin-clash] stock: There are two … Rename one.` */
export function describeFault(fault: Fault): string {
  return `[${fault.id}] ${fault.owner}: ${fault.message} ${fault.hint}`
}
