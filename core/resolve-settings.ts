// Resolves the settings from options, the environment, the configuration file and defaults, and records their origins.
import { createMessage, type Message } from './foundation/message.js'
import { resolve, join } from 'node:path'
import { BootError, createBootFault, type Fault } from './foundation/errors.js'
import { findNearestName } from './foundation/message.js'
import {
  parseBucketUrl,
  settingDeclarations,
  isSecret,
  type SettingName,
  settingNames,
  type Settings,
  formatSetting,
} from './settings.js'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The variables of `<folder>/.env`; empty if the file does not exist. Throws a BootError if the file cannot be read and the
 * environment contains no database URL, because the program would silently use another database.
 */
export function readEnvFile(folder: string, environment: Environment): Environment {
  const path = join(folder, '.env')
  try {
    return parseEnv(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return {}
    if (environment['SVC_DATABASE_URL'] || environment['SVC_DATABASE_URL_FILE']) return {}
    const message = createMessage('boot.envFileUnreadable', { file: path, reason: code ?? String(error) })
    const fault = createBootFault('environment-file', '.env', message, createMessage('boot.allowReading'))
    throw new BootError([fault], { cause: error })
  }
}

/** Adds the variables of the file to `process.env` for code such as svc.config.ts. Existing variables are not changed. */
export function exportVariables(file: Environment): void {
  for (const [name, value] of Object.entries(file)) process.env[name] ??= value
}

/** The resolved settings. The origin of each is a variable, a command option, `svc.config.ts` or `default`. */
export interface ResolvedConfig extends Settings {
  readonly origins: Readonly<Record<SettingName, string>>
  /** The base folder of relative paths: the folder of the configuration file. */
  readonly root: string
  /** The configuration file; null if the configuration was passed as an object. */
  readonly file: string | null
}

/** The sources of settings, all optional. Options take precedence over the environment, the environment over `.env`, `.env` over the file. */
export interface SettingSources {
  readonly options?: Readonly<Partial<Record<SettingName, unknown>>>
  readonly environment?: Environment
  /** The variables of `.env`. */
  readonly envFile?: Environment
  readonly file?: Readonly<Partial<Record<SettingName, unknown>>>
  readonly root?: string
  /** The path of the configuration file. */
  readonly path?: string
  /** Reads the file that a `…_FILE` variable refers to. */
  readFile?(path: string): string
}

/** A value with its source. */
interface SettingValue {
  readonly value: unknown
  readonly origin: string
  /** The name of the setting in the source. */
  readonly name: string
}

/** Resolves settings in this order: option, variable (or its file), `.env`, configuration file, default. Throws a BootError with all faults. */
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
    const declaration = settingDeclarations[name]
    const setting = fromOption(sources, name) ?? fromVariables(sources, declaration.variable, faults) ?? fromFile(sources, name)
    origins[name] = setting?.origin ?? 'default'
    if (!setting) continue
    const value = declaration.parse(setting.value)
    if (value !== undefined) values[name] = value
    else faults.push(invalidValueFault(name, setting))
  }
  for (const name of ['filesFolder', 'transferFolder', 'backupFolder'] as const) {
    if (parseBucketUrl(String(values[name])) === null || (values['filesKey'] !== null && values['filesSecret'] !== null)) continue
    const { variable } = settingDeclarations[name]
    const setting = String(variable)
    const message = createMessage('boot.bucketKeysMissing', { setting, bucket: String(values[name]) })
    faults.push(createBootFault('setting-unusable', origins[name]!, message, createMessage('boot.setBucketKeys', { setting })))
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

function fromOption(sources: SettingSources, name: SettingName): SettingValue | null {
  const value = sources.options?.[name]
  return value === undefined ? null : { value, origin: 'option', name }
}

function fromFile(sources: SettingSources, name: SettingName): SettingValue | null {
  const value = sources.file?.[name]
  return value === undefined ? null : { value, origin: 'svc.config.ts', name }
}

function fromVariables(sources: SettingSources, variable: string | null, faults: Fault[]): SettingValue | null {
  if (variable === null) return null
  const { environment = {}, envFile = {} } = sources
  // A variable of the environment in either form takes precedence over both forms in the file.
  const isSet = Boolean(environment[variable] || environment[`${variable}_FILE`])
  return isSet
    ? readVariable(environment, variable, '', sources, faults)
    : readVariable(envFile, variable, ' in .env', sources, faults)
}

/** Empty variables count as absent, because Compose files set them to leave a setting out. */
function readVariable(
  variables: Environment,
  variable: string,
  suffix: string,
  sources: SettingSources,
  faults: Fault[],
): SettingValue | null {
  const direct = variables[variable] || null
  const path = variables[`${variable}_FILE`] || null
  const owner = variable + suffix
  if (direct !== null && path !== null) {
    const message = createMessage('boot.settingTwice', { variable })
    faults.push(createBootFault('environment-ambiguous', owner, message, createMessage('boot.setOne')))
    return null
  }
  if (direct !== null) return { value: direct, origin: owner, name: variable }
  if (path === null) return null
  const name = `${variable}_FILE`
  try {
    return { value: sources.readFile!(path).replace(/\r?\n$/, ''), origin: name + suffix, name }
  } catch {
    const message = createMessage('boot.settingFileUnreadable', { file: path, setting: name })
    faults.push(createBootFault('environment-file', name + suffix, message, createMessage('boot.checkPath')))
    return null
  }
}

function invalidValueFault(setting: SettingName, { value, origin, name }: SettingValue): Fault {
  const message = isSecret(setting)
    ? createMessage('boot.secretUnusable', { setting: name })
    : createMessage('boot.settingUnusable', { setting: name, value: String(value).slice(0, 100) })
  const hint = createMessage('boot.useValue', { values: settingDeclarations[setting].accepts })
  return createBootFault('setting-unusable', origin, message, hint)
}

/** Describes the database without its password: `Database: sqlite:/srv/shop/var/svc.sqlite (SVC_DATABASE_URL in .env).` */
export function describeDatabase({ database, root, origins }: ResolvedConfig): Message {
  const path = /^sqlite:(?!:memory:)(.+)/s.exec(database)?.[1]
  const url = path === undefined ? formatSetting('database', database) : `sqlite:${resolve(root, path)}`
  return createMessage('commands.database', { url, origin: origins.database })
}

/** The environment variables of all settings, each also with the suffix `_FILE`. */
const variableNames: readonly string[] = settingNames.flatMap((name) => {
  const { variable } = settingDeclarations[name]
  return variable === null ? [] : [variable, `${variable}_FILE`]
})

/** The non-empty settings variables of an environment. */
export function listSettingVariables(environment: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(variableNames.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])))
}

/** Variables with this prefix are treated as settings, except variables of tests. */
const prefix = /^SVC_(?!TEST_)/

/** Warnings about variables that resemble a setting but are unknown, probably because of a typing error. */
export function findUnknownVariables(environment: Environment): readonly Message[] {
  const removePrefix = (name: string): string => name.replace(prefix, '')
  return Object.keys(environment).flatMap((name) => {
    if (!prefix.test(name) || variableNames.includes(name)) return []
    const suggestion = findNearestName(removePrefix(name), variableNames.map(removePrefix))
    return suggestion === null ? [] : [createMessage('commands.unknownVariable', { name, suggestion: `SVC_${suggestion}` })]
  })
}
