// Formats command failures for people and programs, and sets the exit code: 1 rejected or failed, 2 wrong usage.
import { ServiceError, ValidationError } from '#core/contract.js'
import { BootError, describeFault, type Fault } from '#core/surface.js'

/** The command line itself is invalid. */
export class UsageError extends Error {
  constructor(
    message: string,
    /** The command whose help applies. */
    readonly command: string | null,
  ) {
    super(message)
    this.name = 'UsageError'
  }
}

export interface CommandFailure {
  readonly exitCode: 1 | 2
  readonly lines: readonly string[]
  readonly code: string
}

/** Messages without stack. An unexpected error shows its message only. */
export function toCommandFailure(error: unknown): CommandFailure {
  if (error instanceof UsageError) {
    const help = error.command === null ? 'svc --help' : `svc ${error.command} --help`
    return { exitCode: 2, lines: [error.message, `'${help}' shows how it is used.`], code: 'USAGE' }
  }
  if (error instanceof BootError) return { exitCode: 1, lines: error.faults.flatMap(formatFault), code: 'BOOT_FAILED' }
  if (error instanceof ValidationError) {
    return { exitCode: 1, lines: formatIssues(error), code: error.code }
  }
  if (error instanceof ServiceError && error.code !== 'INTERNAL_ERROR')
    return { exitCode: 1, lines: [error.message], code: error.code }
  const message = error instanceof Error ? error.message : String(error)
  return {
    exitCode: 1,
    lines: [`Something broke: ${message}`, "Run it again with '--log-level debug' to see where."],
    code: 'INTERNAL_ERROR',
  }
}

/** The fault, followed by the stack of its cause. */
function formatFault(fault: Fault): readonly string[] {
  return [describeFault(fault), ...(fault.stack?.split('\n').map((line) => `    ${line.trim()}`) ?? [])]
}

/** The message of the error as a whole, if there is one, then each issue. */
function formatIssues(error: ValidationError): readonly string[] {
  const issues = error.issues.map(({ message }) => message)
  if (error.message === new ValidationError(error.issues).message) return issues
  const whole = issues.reduce((text, issue) => text.replace(issue, ''), error.message)
  return [whole.replaceAll(/ {2,}/g, ' ').trim(), ...issues].filter((line) => line !== '')
}
