// The settings in force (domain §8): from options, the environment, the configuration file and defaults, each with where it came from.
import { resolve } from 'node:path'
import type { Environment } from './env-file.js'
import { BootError, type Fault } from './ground/fault.js'
import { nearest } from './ground/nearest.js'
import { bucketOf, declarations, isSecret, type SettingName, settingNames, type Settings, shownSetting } from './settings.js'

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

/** Where values come from; all optional. Options win over the environment, the environment over `.env`, that over the file. */
export interface SettingSources {
  readonly options?: Readonly<Partial<Record<SettingName, unknown>>>
  readonly environment?: Environment
  /** The variables of `.env`. */
  readonly envFile?: Environment
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
  /** The name under which the source knows the setting. */
  readonly name: string
}

/** Settings by precedence: option, variable (or the file that it names), `.env`, configuration file, default. Throws BootError with every fault. */
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
    paymentHosts: Object.freeze([]),
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
    const given = option(sources, name) ?? fromVariables(sources, declaration.variable, faults) ?? fromFile(sources, name)
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
  return value === undefined ? null : { value, origin: 'option', name }
}

function fromFile(sources: SettingSources, name: SettingName): Given | null {
  const value = sources.file?.[name]
  return value === undefined ? null : { value, origin: 'svc.config.ts', name }
}

function fromVariables(sources: SettingSources, variable: string | null, faults: Fault[]): Given | null {
  if (variable === null) return null
  const { environment = {}, envFile = {} } = sources
  // Either form in the environment wins over both forms in the file.
  const isSet = Boolean(environment[variable] || environment[`${variable}_FILE`])
  return isSet
    ? readVariable(environment, variable, '', sources, faults)
    : readVariable(envFile, variable, ' in .env', sources, faults)
}

/** An empty variable counts as absent: that is how compose files leave one out. */
function readVariable(
  variables: Environment,
  variable: string,
  where: string,
  sources: SettingSources,
  faults: Fault[],
): Given | null {
  const direct = variables[variable] || null
  const path = variables[`${variable}_FILE`] || null
  const owner = variable + where
  if (direct !== null && path !== null) {
    const message = `Both '${variable}' and '${variable}_FILE' are set.`
    faults.push({ id: 'environment-ambiguous', owner, message, hint: 'Set one of them.' })
    return null
  }
  if (direct !== null) return { value: direct, origin: owner, name: variable }
  if (path === null) return null
  const name = `${variable}_FILE`
  try {
    return { value: sources.readFile!(path).replace(/\r?\n$/, ''), origin: name + where, name }
  } catch {
    const message = `The file '${path}' that '${name}' names cannot be read.`
    faults.push({ id: 'environment-file', owner: name + where, message, hint: 'Check the path and its permissions.' })
    return null
  }
}

function unusable(setting: SettingName, { value, origin, name }: Given): Fault {
  const shown = isSecret(setting) ? 'a value that cannot be used' : `'${String(value).slice(0, 100)}', which cannot be used`
  return {
    id: 'setting-unusable',
    owner: origin,
    message: `The setting '${name}' is ${shown}.`,
    hint: `Use ${declarations[setting].accepts}.`,
  }
}

/** `Database: sqlite:/srv/shop/var/svc.sqlite (SVC_DATABASE_URL in .env).`, without its password. */
export function describeDatabase({ database, root, origins }: ResolvedConfig): string {
  const path = /^sqlite:(?!:memory:)(.+)/s.exec(database)?.[1]
  const shown = path === undefined ? shownSetting('database', database) : `sqlite:${resolve(root, path)}`
  return `Database: ${shown} (${origins.database}).`
}

/** Variables by which settings are given, each also with `_FILE` at its end. */
const variableNames: readonly string[] = settingNames.flatMap((name) => {
  const { variable } = declarations[name]
  return variable === null ? [] : [variable, `${variable}_FILE`]
})

/** The variables of an environment that set something. */
export function settingVariables(environment: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(variableNames.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])))
}

/** Variables that begin so are taken for ours; those of tests are left alone. */
const prefix = /^SVC_(?!TEST_)/

/** Sentences on variables that look like ours and are none: most likely misspelt. */
export function strayVariables(environment: Environment): readonly string[] {
  const bare = (name: string): string => name.replace(prefix, '')
  return Object.keys(environment).flatMap((name) => {
    if (!prefix.test(name) || variableNames.includes(name)) return []
    const meant = nearest(bare(name), variableNames.map(bare))
    return meant === null ? [] : [`The environment variable '${name}' means nothing to the service. Did you mean 'SVC_${meant}'?`]
  })
}
