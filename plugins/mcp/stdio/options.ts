// The options of svc:mcp: which part of everything the caller gets, and how calls are run (spec 4.3). Wrong ones are fatal at start.
import { parseArgs } from 'node:util'
import {
  areas,
  floorScope,
  grantableScopes,
  isGrantableScope,
  isPreset,
  type Preset,
  presets,
  presetsWithScopes,
  type Scope,
} from '#core/ground/access/areas.js'
import { fullGrant, type Grant, grantOf } from '#core/ground/access/grant.js'
import { didYouMean } from '#core/ground/nearest.js'

export interface McpOptions {
  readonly grant: Grant
  readonly readOnly: boolean
  readonly inProcess: boolean
  /** One call from standard input, then the end. */
  readonly call: boolean
  readonly help: boolean
  /** The host whose configuration is printed; null for a server. */
  readonly printConfig: string | null
  readonly config: string | null
  readonly logLevel: string | null
  /** Workers that wait for the next call; 0 starts one with each call. */
  readonly spares: number
  /** Milliseconds that a call may take. */
  readonly timeout: number
  /** The words that narrow the grant, as they were typed. */
  readonly narrowing: readonly string[]
}

/** The command line is wrong; the message says what would be right. */
export class OptionError extends Error {}

const indent = ' '.repeat(25)
const shownPresets = Object.entries(presets)
  .map(([name, scopes]) => `${indent}${name.padEnd(12)}${scopes.join(' + ')}`)
  .join('\n')

export const helpText = `svc svc:mcp [options]

Serves an assistant over standard input and output. Without options it may do everything.

  --read-only            Reads only: every <area>:read scope.
  --scope <scope>        Grants this scope; may be repeated and combined with --preset.
  --preset <preset>      Grants a named set of scopes; may be repeated:
${shownPresets}
  --in-process           Runs calls in the server's own process: faster, without isolation.
  --call                 Runs one call read as JSON from standard input, then ends. Internal.
  --print-config <host>  Prints what to paste into a host's settings: claude-code, claude-desktop, cursor, vscode.
  --spares <number>      Workers kept ready; 4 if left out, 0 starts one with each call.
  --timeout <seconds>    Longest time of one call; 120 if left out.
  --config <file>        The configuration file.
  --log-level <level>    trace, debug, info, warn, error, fatal or silent.

Examples:
  svc svc:mcp --read-only
  svc svc:mcp --preset author --scope code:write
  svc svc:mcp --print-config claude-desktop`

const flag = { type: 'boolean' } as const
const text = { type: 'string' } as const
const repeated = { type: 'string', multiple: true } as const
const options = {
  'read-only': flag,
  'in-process': flag,
  call: flag,
  help: flag,
  json: flag,
  scope: repeated,
  preset: repeated,
  'print-config': text,
  spares: text,
  timeout: text,
  config: text,
  'log-level': text,
} as const

/** Not strict, because a refusal says what would be right: the words are judged here. */
const parse = (args: string[]) => parseArgs({ args, options, strict: false, tokens: true })

/** Why a word of the command line means nothing; null where it does. */
function refusalOf(token: ReturnType<typeof parse>['tokens'][number], word: string): string | null {
  const option = token.kind === 'option' && token.rawName.startsWith('--') ? token : null
  const type = option && Object.hasOwn(options, option.name) ? options[option.name as keyof typeof options].type : null
  if (!option || type === null || (type === 'boolean' && option.value !== undefined)) {
    const names = Object.keys(options).map((name) => `--${name}`)
    return `Unknown option '${word}'.${didYouMean(option?.rawName ?? word, names)} The options are ${names.join(', ')}.`
  }
  const isMissing = option.value === undefined || (!option.inlineValue && option.value.startsWith('-'))
  return type === 'string' && isMissing ? `The option '${option.rawName}' takes a value.` : null
}

function read(argv: readonly string[]) {
  const args = [...argv]
  for (const token of parse(args).tokens) {
    const refusal = refusalOf(token, args[token.index]!)
    if (refusal !== null) throw new OptionError(refusal)
  }
  return parseArgs({ args, options }).values
}

function whole(name: string, text: string | undefined, otherwise: number, from: number, to: number): number {
  if (text === undefined) return otherwise
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= from && number <= to)) throw new OptionError(`'${name}' takes a whole number from ${from} to ${to}.`)
  return number
}

const readable: readonly Scope[] = areas.map((area): Scope => `${area}:read`).filter(isGrantableScope)

function scopeOf(text: string): readonly Scope[] {
  if (text === floorScope) return []
  if (isGrantableScope(text)) return [text]
  throw new OptionError(
    `Unknown scope '${text}'.${didYouMean(text, grantableScopes)} The scopes are ${grantableScopes.join(', ')}.`,
  )
}

function presetOf(text: string): readonly Scope[] {
  if (isPreset(text)) return presets[text]
  const known = Object.keys(presets) as Preset[]
  throw new OptionError(`Unknown preset '${text}'.${didYouMean(text, known)} The presets are ${presetsWithScopes}.`)
}

interface Narrowing {
  readonly readOnly: boolean
  readonly scopes: readonly string[]
  readonly named: readonly string[]
}

function grantFrom({ readOnly, scopes, named }: Narrowing): Grant {
  const granted = [
    ...scopes.map((scope) => ({ text: `--scope ${scope}`, scopes: scopeOf(scope) })),
    ...named.map((preset) => ({ text: `--preset ${preset}`, scopes: presetOf(preset) })),
  ]
  if (!readOnly) return granted.length === 0 ? fullGrant : grantOf(granted.flatMap((one) => one.scopes))
  const writing = granted.find((one) => one.scopes.some((scope) => scope.endsWith(':write')))
  if (writing)
    throw new OptionError(`'--read-only' and '${writing.text}' contradict each other: the latter writes. Leave one of them out.`)
  return grantOf([...readable, ...granted.flatMap((one) => one.scopes)])
}

/** Throws OptionError for whatever means nothing. */
export function readOptions(argv: readonly string[]): McpOptions {
  const given = read(argv)
  const { scope: scopes = [], preset: named = [], 'read-only': readOnly = false } = given
  return {
    grant: grantFrom({ readOnly, scopes, named }),
    readOnly,
    inProcess: given['in-process'] ?? false,
    call: given.call ?? false,
    help: given.help ?? false,
    printConfig: given['print-config'] ?? null,
    config: given.config ?? null,
    logLevel: given['log-level'] ?? null,
    spares: whole('--spares', given.spares, 4, 0, 8),
    timeout: whole('--timeout', given.timeout, 120, 1, 3_600) * 1_000,
    narrowing: [
      ...(readOnly ? ['--read-only'] : []),
      ...scopes.flatMap((scope) => ['--scope', scope]),
      ...named.flatMap((preset) => ['--preset', preset]),
    ],
  }
}
