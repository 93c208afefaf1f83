// Formats the results and failures of commands: one line of JSON for programs, readable lines for people.
import {
  isObject,
  createMessageCatalogs,
  isRewritten,
  messageText,
  toMessageFields,
  BootError,
  describeFault,
  type Fault,
  findTerminalLanguage,
  messageFormat,
} from '#core/surface.js'
import {
  createMessage,
  type MessageText,
  ValidationError,
  ServiceError,
  type MessageWriter,
  type Message,
} from '#core/contract.js'
import type { Command as Commander, CommanderError } from 'commander'

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(formatValue).join(', ')
  return isObject(value) ? formatInline(value) : String(value)
}

/** Formats counts as `page 3, question 11` and references as `calculation 4`. Deeper values become JSON. */
function formatInline(value: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(value)
  if (entries.length === 0) return '–'
  const { entity, id } = value
  if (entries.length === 2 && typeof entity === 'string' && typeof id === 'number') return `${entity} ${id}`
  const isFlat = entries.every(([, fieldValue]) => ['number', 'boolean', 'string'].includes(typeof fieldValue))
  return isFlat ? entries.map(([key, fieldValue]) => `${key} ${String(fieldValue)}`).join(', ') : JSON.stringify(value)
}

/** Pads columns to their longest cell, except the last column. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)))
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!))).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}

const isRecordList = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)

function formatRecords(records: readonly Readonly<Record<string, unknown>>[]): string {
  const columns = [...new Set(records.flatMap(Object.keys))]
  return formatTable([columns, ...records.map((record) => columns.map((column) => formatValue(record[column])))])
}

const indentLines = (text: string): string => text.replaceAll(/^/gm, '  ')

/** Formats text unchanged, records as a table, and an object as `key: value` lines with larger values below their key. */
export function formatResult(result: unknown): string {
  if (isRecordList(result)) return formatRecords(result)
  if (!isObject(result)) return formatValue(result)
  const entries = Object.entries(result)
  const isLarge = (value: unknown): boolean => isRecordList(value) || (isObject(value) && Object.keys(value).length > 0)
  const lines = formatTable(entries.filter(([, value]) => !isLarge(value)).map(([key, value]) => [`${key}:`, formatValue(value)]))
  const blocks = entries
    .filter(([, value]) => isLarge(value))
    .map(([key, value]) => `${key}:\n${indentLines(formatResult(value))}`)
  return [lines, ...blocks].filter((part) => part !== '').join('\n')
}

export interface Terminal {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Prints a line of the result to stdout. */
  printResult(line: string): void
  /** Prints a message for the user to stderr. */
  printMessage(line: string): void
}

/** Input and output of a command. Tests pass their own. */
export const processTerminal: Terminal = {
  get folder() {
    return process.cwd()
  },
  get environment() {
    return process.env
  },
  printResult: (line) => void process.stdout.write(`${line}\n`),
  printMessage: (line) => void process.stderr.write(`${line}\n`),
}

/** The command line itself is invalid. */
export class UsageError extends Error {
  constructor(
    readonly text: MessageText,
    /** The command whose help applies. */
    readonly command: string | null,
  ) {
    super(messageText(text))
    this.name = 'UsageError'
  }
}

export interface CommandFailure {
  /** 1: rejected or failed, 2: wrong usage. */
  readonly exitCode: 1 | 2
  readonly lines: readonly string[]
  readonly code: string
}

/** Messages without stack. An unexpected error shows its message only. */
export function toCommandFailure(thrown: unknown, environment: Terminal['environment'] = {}): CommandFailure {
  const catalogs = createMessageCatalogs()
  const language = findTerminalLanguage(environment, catalogs)
  const write = (text: MessageText): string => messageFormat.formatMessageFields(toMessageFields(text), language, { catalogs })
  // Without a registry, labels are in English. Commands translate their own refusals.
  const error =
    thrown instanceof ServiceError && language !== 'en' && !isRewritten(thrown)
      ? messageFormat.rewriteMessages(thrown, (refusal) => messageFormat.formatMessageFields(refusal, language, { catalogs }))
      : thrown
  if (error instanceof UsageError) {
    const command = error.command === null ? 'svc --help' : `svc ${error.command} --help`
    return { exitCode: 2, lines: [write(error.text), write(createMessage('commands.seeHelp', { command }))], code: 'USAGE' }
  }
  if (error instanceof BootError)
    return { exitCode: 1, lines: error.faults.flatMap((fault) => formatFault(fault, write)), code: 'BOOT_FAILED' }
  if (error instanceof ValidationError) {
    return { exitCode: 1, lines: formatIssues(error), code: error.code }
  }
  if (error instanceof ServiceError && error.code !== 'INTERNAL_ERROR')
    return { exitCode: 1, lines: [error.message], code: error.code }
  const message = error instanceof Error ? error.message : String(error)
  return {
    exitCode: 1,
    lines: [write(createMessage('commands.unexpected', { reason: message })), write(createMessage('commands.seeDetails'))],
    code: 'INTERNAL_ERROR',
  }
}

/** The fault, followed by the stack of its cause. */
function formatFault(fault: Fault, write: MessageWriter): readonly string[] {
  return [describeFault(fault, write), ...(fault.stack?.split('\n').map((line) => `    ${line.trim()}`) ?? [])]
}

/** The message of the error as a whole, if there is one, then each issue. */
function formatIssues(error: ValidationError): readonly string[] {
  const issues = error.issues.map(({ message }) => message)
  if (error.message === new ValidationError(error.issues).message) return issues
  const whole = issues.reduce((text, issue) => text.replace(issue, ''), error.message)
  return [whole.replaceAll(/ {2,}/g, ' ').trim(), ...issues].filter((line) => line !== '')
}

/** The message for an error of commander, such as `error: unknown option '--prot'\n(Did you mean --port?)`. */
export function toParseMessage(commander: Commander, { code, message }: CommanderError): MessageText {
  const [, word = ''] = message.split("'")
  const [, similar] = message.split('(Did you mean ')
  // Lists the options after an unknown word that resembles none.
  const hint =
    similar === undefined
      ? createMessage('commands.options', { options: commander.options.map(({ long }) => long!) })
      : createMessage('commands.didYouMeanOption', { name: similar.replace('?)', '') })
  const [most = 0, count = 0] = (message.match(/\d+/g) ?? []).map(Number)
  const messages: Readonly<Record<string, Message>> = {
    'commander.unknownOption': createMessage('commands.unknownOption', { option: word, hint }),
    'commander.missingArgument': createMessage('commands.argumentMissing', { argument: word }),
    'commander.optionMissingArgument': createMessage('commands.optionWithoutValue', { option: word }),
    'commander.missingMandatoryOptionValue': createMessage('commands.optionMissing', { option: word }),
    'commander.excessArguments': createMessage('commands.tooManyArguments', { most, count, hint }),
  }
  return messages[code] ?? message
}
