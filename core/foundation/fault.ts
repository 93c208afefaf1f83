// Boot faults: problems that prevent the service from starting. All faults are reported at once.

export interface Fault {
  /** Kebab-case, documented in docs/reference/boot-checks.md. */
  readonly id: string
  /** The origin of the problem: `core`, a plugin's name, `svc.config.ts`, or an environment variable. */
  readonly owner: string
  /** The problem, as a full sentence. */
  readonly message: string
  /** The solution, as a full sentence. */
  readonly hint: string
  /** The stack of the underlying error, for developers. */
  readonly stack?: string
}

/** The service did not start. All steps that had been started were undone. */
export class BootError extends Error {
  constructor(
    readonly faults: readonly Fault[],
    options?: ErrorOptions,
  ) {
    super(faults.map(describeFault).join('\n'), options)
    this.name = 'BootError'
  }
}

/** Formats a fault: `[plugin-clash] stock: There are two … Rename one.` */
export function describeFault(fault: Fault): string {
  return `[${fault.id}] ${fault.owner}: ${fault.message} ${fault.hint}`
}
