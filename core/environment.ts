// The settings that the environment may give (domain §8): names, defaults, forms, and where each value in force came from.
import { BootError, type Fault } from './ground/fault.js'
import type { LogLevel } from './ground/log.js'
import { nearest } from './ground/nearest.js'

/** Settings by the names that svc.config.ts uses for them. */
export interface Settings {
  /** `sqlite:<path>`, `sqlite::memory:` or `mysql://user:password@host:port/name`; a relative path starts at the root. */
  readonly database: string
  /** The address to listen on. */
  readonly listenHost: string
  /** 0 takes a free one. */
  readonly listenPort: number
  /** As callers reach the service, without a slash at the end; null = the listening address. */
  readonly baseUrl: string | null
  /** The URL under which problem types live, with a slash at the end; null = `<base URL>/problems/`. */
  readonly errorTypeBase: string | null
  /** Whether serving seeds the demo shop where no product exists. */
  readonly demo: boolean
  readonly logLevel: LogLevel
  /** Configurations that may stand open at a time, those in carts not counted. */
  readonly openConfigurations: number
  /** Megabytes (MiB) that the files of shoppers may take together. */
  readonly uploadMegabytes: number
  /** Signs what must be signed; null = one is made at install and kept in the database. */
  readonly secret: string | null
}
export type SettingName = keyof Settings

/** The settings in force, and for each where it came from: a variable, an option of the command, `svc.config.ts` or `default`. */
export interface ResolvedConfig extends Settings {
  readonly origins: Readonly<Record<SettingName, string>>
  /** The folder that relative paths start at: that of the configuration file. */
  readonly root: string
  /** The configuration file; null where the configuration was given as an object. */
  readonly file: string | null
}

/** Where values come from; all optional. Options win over the environment, the environment over the file. */
export interface SettingSources {
  readonly options?: Readonly<Partial<Record<SettingName, unknown>>>
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly file?: Readonly<Partial<Record<SettingName, unknown>>>
  readonly root?: string
  /** The configuration file. */
  readonly path?: string
  /** Reads a file that a `…_FILE` variable names. */
  readFile?(path: string): string
}

interface Declaration<T> {
  /** null where only the configuration file gives it. */
  readonly variable: string | null
  readonly help: string
  /** What is accepted, as the end of a sentence that begins with "Use". */
  readonly accepts: string
  /** undefined where the value is none of the accepted. */
  parse(given: unknown): T | undefined
}

const logLevels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

const text = (given: unknown): string | undefined => (typeof given === 'string' && given !== '' ? given : undefined)

function webUrl(given: unknown): URL | undefined {
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined
  return url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' ? url : undefined
}

function port(given: unknown): number | undefined {
  const number = typeof given === 'number' || (typeof given === 'string' && /^\d{1,5}$/.test(given)) ? Number(given) : -1
  return Number.isInteger(number) && number >= 0 && number <= 65_535 ? number : undefined
}

function amount(given: unknown): number | undefined {
  const number = typeof given === 'number' || (typeof given === 'string' && /^\d{1,9}$/.test(given)) ? Number(given) : 0
  return Number.isInteger(number) && number >= 1 && number <= 999_999_999 ? number : undefined
}

const switches: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['on', true],
  ['off', false],
  [true, true],
  [false, false],
])

/** Every setting, in the order in which `svc:config` shows them. */
export const declarations: { readonly [Name in SettingName]: Declaration<Settings[Name]> } = {
  database: {
    variable: 'SVC_DATABASE_URL',
    help: 'The database.',
    accepts: "'sqlite:<path>', 'sqlite::memory:' or 'mysql://user:password@host:port/name'",
    parse: (given) => (typeof given === 'string' && /^(sqlite:.|mysql:\/\/.)/.test(given) ? given : undefined),
  },
  listenHost: { variable: 'SVC_HOST', help: 'The address to listen on.', accepts: 'an IP address or a host name', parse: text },
  listenPort: {
    variable: 'SVC_PORT',
    help: 'The port to listen on.',
    accepts: 'a number from 0 to 65535; 0 takes a free one',
    parse: port,
  },
  baseUrl: {
    variable: 'SVC_BASE_URL',
    help: 'The address under which callers reach the service.',
    accepts: "an http or https URL, for instance 'https://shop.example/configurator'",
    parse: (given) => webUrl(given)?.href.replace(/\/$/, ''),
  },
  errorTypeBase: {
    variable: null,
    help: "The URL under which problem types live; '<base URL>/problems/' if left out.",
    accepts: 'an http or https URL',
    parse: (given) => webUrl(given)?.href.replace(/\/?$/, '/'),
  },
  demo: {
    variable: 'SVC_DEMO',
    help: "Seeds the demo shop; 'on' by default on the default database, 'off' on any other.",
    accepts: "'on' or 'off'",
    parse: (given) => switches.get(given),
  },
  logLevel: {
    variable: 'SVC_LOG_LEVEL',
    help: 'The least important lines that are logged.',
    accepts: `one of ${logLevels.join(', ')}`,
    parse: (given) => logLevels.find((level) => level === given),
  },
  openConfigurations: {
    variable: 'SVC_OPEN_CONFIGURATIONS',
    help: 'Configurations that may stand open at a time.',
    accepts: 'a whole number from 1',
    parse: amount,
  },
  uploadMegabytes: {
    variable: 'SVC_UPLOAD_MEGABYTES',
    help: 'Megabytes that the files of shoppers may take together.',
    accepts: 'a whole number from 1',
    parse: amount,
  },
  secret: {
    variable: 'SVC_SECRET',
    help: 'Signs what must be signed; made at install and kept in the database if left out.',
    accepts: 'a text of at least 16 characters',
    parse: (given) => (typeof given === 'string' && given.length >= 16 ? given : undefined),
  },
}

export const settingNames = Object.keys(declarations) as readonly SettingName[]

/** One value that was given, and by what. */
interface Given {
  readonly value: unknown
  readonly origin: string
}

/** Settings by precedence: option, variable (or the file that it names), configuration file, default. Throws BootError with every fault. */
export function resolveSettings(sources: SettingSources = {}): ResolvedConfig {
  const faults: Fault[] = []
  const values: Record<string, unknown> = {
    database: 'sqlite:var/svc.sqlite',
    listenHost: '127.0.0.1',
    listenPort: 3000,
    baseUrl: null,
    errorTypeBase: null,
    logLevel: 'info',
    openConfigurations: 100_000,
    uploadMegabytes: 10_240,
    secret: null,
  }
  const origins: Record<string, string> = {}
  for (const name of settingNames) {
    const declaration = declarations[name]
    const given = option(sources, name) ?? fromEnvironment(sources, declaration.variable, faults) ?? fromFile(sources, name)
    origins[name] = given?.origin ?? 'default'
    if (!given) continue
    const value = declaration.parse(given.value)
    if (value !== undefined) values[name] = value
    else faults.push(unusable(name, given))
  }
  if (faults.length > 0) throw new BootError(faults)
  values['demo'] ??= origins['database'] === 'default'
  return Object.freeze({
    ...values,
    origins: Object.freeze(origins),
    root: sources.root ?? process.cwd(),
    file: sources.path ?? null,
  }) as unknown as ResolvedConfig
}

function option(sources: SettingSources, name: SettingName): Given | null {
  const value = sources.options?.[name]
  return value === undefined ? null : { value, origin: 'option' }
}

function fromFile(sources: SettingSources, name: SettingName): Given | null {
  const value = sources.file?.[name]
  return value === undefined ? null : { value, origin: 'svc.config.ts' }
}

/** An empty variable counts as absent: that is how compose files leave one out. */
function fromEnvironment(sources: SettingSources, variable: string | null, faults: Fault[]): Given | null {
  const environment = sources.environment
  if (variable === null || !environment) return null
  const direct = environment[variable] || null
  const path = environment[`${variable}_FILE`] || null
  if (direct !== null && path !== null) {
    const message = `Both '${variable}' and '${variable}_FILE' are set.`
    faults.push({ id: 'environment-ambiguous', owner: variable, message, hint: 'Set one of them.' })
    return null
  }
  if (direct !== null) return { value: direct, origin: variable }
  if (path === null) return null
  try {
    return { value: sources.readFile!(path).replace(/\r?\n$/, ''), origin: `${variable}_FILE` }
  } catch {
    const message = `The file '${path}' that '${variable}_FILE' names cannot be read.`
    faults.push({ id: 'environment-file', owner: `${variable}_FILE`, message, hint: 'Check the path and its permissions.' })
    return null
  }
}

function unusable(name: SettingName, given: Given): Fault {
  const shown = isSecret(name) ? 'a value that cannot be used' : `'${String(given.value).slice(0, 100)}', which cannot be used`
  const source = given.origin === 'svc.config.ts' || given.origin === 'option' ? name : given.origin
  return {
    id: 'setting-unusable',
    owner: given.origin,
    message: `The setting '${source}' is ${shown}.`,
    hint: `Use ${declarations[name].accepts}.`,
  }
}

function isSecret(name: SettingName): boolean {
  return name === 'secret' || name === 'database'
}

/** A value as it may be shown: the secret and a database URL's password masked. */
export function shownSetting(name: SettingName, value: string | number | boolean | null): string {
  if (value === null) return '(none)'
  if (name === 'secret') return '***'
  if (name === 'database') return String(value).replace(/^([a-z]+:\/\/[^:@/]*:).*@/i, '$1***@')
  return value === true ? 'on' : value === false ? 'off' : String(value)
}

/** Variables that begin so are taken for ours; those of tests are left alone. */
const prefix = /^SVC_(?!TEST_)/

/** Sentences on variables that look like ours and are none: most likely misspelt. */
export function strayVariables(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = settingNames.flatMap((name) => {
    const { variable } = declarations[name]
    return variable === null ? [] : [variable, `${variable}_FILE`]
  })
  const bare = (name: string): string => name.replace(prefix, '')
  return Object.keys(environment).flatMap((name) => {
    if (!prefix.test(name) || known.includes(name)) return []
    const meant = nearest(bare(name), known.map(bare))
    return meant === null ? [] : [`The environment variable '${name}' means nothing to the service. Did you mean 'SVC_${meant}'?`]
  })
}
