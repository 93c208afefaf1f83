// What keeps a service from starting: each fault has an id, an owner, a sentence and a hint, and all are told at once.

export interface Fault {
  /** Kebab-case, documented in docs/reference/boot-checks.md. */
  readonly id: string
  /** Who is at fault: `core`, a plugin's name, `svc.config.ts`, or a variable of the environment. */
  readonly owner: string
  /** What is wrong, as a full sentence. */
  readonly message: string
  /** What to do about it, as a full sentence. */
  readonly hint: string
  /** The stack of the error behind it, for whoever repairs the code that threw. */
  readonly stack?: string
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
