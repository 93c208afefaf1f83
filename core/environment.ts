// The settings in force (domain §8): from options, the environment, the configuration file and defaults, each with where it came from.
import { resolve } from 'node:path'
import { BootError, type Fault } from './ground/fault.js'
import { nearest } from './ground/nearest.js'
import { bucketOf, declarations, isSecret, type SettingName, settingNames, type Settings } from './settings.js'

/** The settings in force, and for each where it came from: a variable, an option of the command, `svc.config.ts` or `default`. */
export interface ResolvedConfig extends Settings {
  readonly origins: Readonly<Record<SettingName, string>>
  /** The folder that relative paths start at: that of the configuration file. */
  readonly root: string
  /** The configuration file; null where the configuration was given as an object. */
  readonly file: string | null
}

/** The files of the shop's own fonts, by absolute paths. */
export const printFontsOf = ({ root, printFonts }: Pick<ResolvedConfig, 'root' | 'printFonts'>): readonly string[] =>
  printFonts.map((path) => resolve(root, path))

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
    connectionSeconds: 120,
    listenHost: '127.0.0.1',
    listenPort: 3000,
    baseUrl: null,
    trustProxy: null,
    errorTypeBase: null,
    logLevel: 'info',
    accessLog: false,
    metricsPort: null,
    openConfigurations: 100_000,
    uploadMegabytes: 10_240,
    filesFolder: 'var/files',
    filesEndpoint: null,
    filesRegion: 'us-east-1',
    filesKey: null,
    filesSecret: null,
    transferFolder: 'var/transfer',
    backupFolder: null,
    backupHours: 24,
    backupsKept: 7,
    printFonts: Object.freeze([]),
    auditDays: 0,
    embedOrigins: Object.freeze([]),
    observerSeconds: 10,
    advisorHosts: Object.freeze(['api.openai.com', 'api.anthropic.com']),
    advisorSeconds: 20,
    advisorTokens: 200_000,
    advisorCalls: 100,
    advisorDayTokens: 5_000_000,
    advisorDayCalls: 5_000,
    advisorInputPrice: 0,
    advisorOutputPrice: 0,
    advisorDayMoney: null,
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
  for (const name of ['filesFolder', 'transferFolder', 'backupFolder'] as const) {
    if (bucketOf(String(values[name])) === null || (values['filesKey'] !== null && values['filesSecret'] !== null)) continue
    const { variable } = declarations[name]
    const message = `The setting '${variable}' names a bucket, '${String(values[name])}', which nothing opens.`
    const hint = `Set 'SVC_FILES_KEY' and 'SVC_FILES_SECRET', or name a folder by '${variable}'.`
    faults.push({ id: 'setting-unusable', owner: origins[name]!, message, hint })
  }
  if (faults.length > 0) throw new BootError(faults)
  values['demo'] ??= origins['database'] === 'default'
  values['limits'] ??= String(values['database']).startsWith('sqlite:') ? 'memory' : 'database'
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
