// The options of svc:mcp: which part of everything the caller gets, and how calls are run (spec 4.3). Wrong ones are fatal at start.
import {
  areas,
  floorScope,
  grantableScopes,
  isGrantableScope,
  isPreset,
  type Preset,
  presets,
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

export const helpText = `svc svc:mcp [options]

Serves an assistant over standard input and output. Without options it may do everything.

  --read-only            Reads only: every <area>:read scope.
  --scope <scope>        Grants this scope; may be repeated and combined with --preset.
  --preset <preset>      Grants a named set of scopes: ${Object.keys(presets).join(', ')}.
  --in-process           Runs calls in the server's own process: faster, without isolation.
  --call                 Runs one call read as JSON from standard input, then ends. Internal.
  --print-config <host>  Prints what to paste into a host's settings: claude-code, claude-desktop, cursor, vscode.
  --spares <number>      Workers kept ready; 2 if left out, 0 starts one with each call.
  --timeout <seconds>    Longest time of one call; 120 if left out.
  --config <file>        The configuration file.
  --log-level <level>    trace, debug, info, warn, error, fatal or silent.

Examples:
  svc svc:mcp --read-only
  svc svc:mcp --preset author --scope code:write
  svc svc:mcp --print-config claude-desktop`

const flags = ['--read-only', '--in-process', '--call', '--help', '--json'] as const
const valued = ['--scope', '--preset', '--print-config', '--spares', '--timeout', '--config', '--log-level'] as const

interface Words {
  readonly given: ReadonlySet<string>
  readonly values: ReadonlyMap<string, readonly string[]>
}

function read(argv: readonly string[]): Words {
  const given = new Set<string>()
  const values = new Map<string, string[]>()
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!
    const [name = '', joined] = /^(--[^=]+)=(.*)$/s.exec(word)?.slice(1) ?? [word]
    if ((flags as readonly string[]).includes(name) && joined === undefined) given.add(name)
    else if ((valued as readonly string[]).includes(name)) {
      const value = joined ?? argv[++i]
      if (value === undefined) throw new OptionError(`The option '${name}' takes a value.`)
      values.set(name, [...(values.get(name) ?? []), value])
    } else {
      const known = [...flags, ...valued]
      throw new OptionError(`Unknown option '${word}'.${didYouMean(name, known)} The options are ${known.join(', ')}.`)
    }
  }
  return { given, values }
}

function single(values: Words['values'], name: string): string | null {
  return values.get(name)?.at(-1) ?? null
}

function whole(values: Words['values'], name: string, otherwise: number, from: number, to: number): number {
  const text = single(values, name)
  if (text === null) return otherwise
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
  throw new OptionError(`Unknown preset '${text}'.${didYouMean(text, known)} The presets are ${known.join(', ')}.`)
}

function grantFrom({ given, values }: Words): Grant {
  const scopes = values.get('--scope') ?? []
  const named = values.get('--preset') ?? []
  const granted = [...scopes.map((text) => ({ text: `--scope ${text}`, scopes: scopeOf(text) }))]
  granted.push(...named.map((text) => ({ text: `--preset ${text}`, scopes: presetOf(text) })))
  if (!given.has('--read-only')) {
    return granted.length === 0 ? fullGrant : grantOf(granted.flatMap((one) => one.scopes))
  }
  const writing = granted.find((one) => one.scopes.some((scope) => scope.endsWith(':write')))
  if (writing)
    throw new OptionError(`'--read-only' and '${writing.text}' contradict each other: the latter writes. Leave one of them out.`)
  return grantOf([...readable, ...granted.flatMap((one) => one.scopes)])
}

/** Throws OptionError for whatever means nothing. */
export function readOptions(argv: readonly string[]): McpOptions {
  const words = read(argv)
  const { given, values } = words
  const repeated = (name: string): readonly string[] => (values.get(name) ?? []).flatMap((value) => [name, value])
  return {
    grant: grantFrom(words),
    readOnly: given.has('--read-only'),
    inProcess: given.has('--in-process'),
    call: given.has('--call'),
    help: given.has('--help'),
    printConfig: single(values, '--print-config'),
    config: single(values, '--config'),
    logLevel: single(values, '--log-level'),
    spares: whole(values, '--spares', 2, 0, 8),
    timeout: whole(values, '--timeout', 120, 1, 3_600) * 1_000,
    narrowing: [...(given.has('--read-only') ? ['--read-only'] : []), ...repeated('--scope'), ...repeated('--preset')],
  }
}
