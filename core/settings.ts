// The declaration of all settings: names, types, help texts and accepted values.
import { isHostEntry } from './foundation/allowed-address.js'
import { createMessage, type Message } from './foundation/message.js'
import type { LogLevel } from './foundation/log.js'
import type { CounterStorage } from './storage/counters.js'

/** The settings under their names in svc.config.ts. */
export interface Settings {
  /** `sqlite:<path>`, `sqlite::memory:` or `mysql://user:password@host:port/name`. Relative paths start at the root. */
  readonly database: string
  /** Maximum age in seconds of a connection to a database server. It is replaced between two transactions. */
  readonly connectionSeconds: number
  readonly listenHost: string
  /** 0 selects a free port. */
  readonly listenPort: number
  /** The public base URL, without a trailing slash. Null: the listening address. */
  readonly baseUrl: string | null
  /** Number of trusted proxies in front of the service. Null: none, unless the server is configured otherwise. */
  readonly trustProxy: number | null
  /** The base URL of problem types, with a trailing slash. Null: `<base URL>/problems/`. */
  readonly errorTypeBase: string | null
  /** Whether the server seeds the demo shop if there is no product. */
  readonly demo: boolean
  readonly logLevel: LogLevel
  /** Whether each request is logged. */
  readonly accessLog: boolean
  /** A separate port for metrics and health without authentication. Null: metrics require a token. */
  readonly metricsPort: number | null
  /** Maximum number of open configurations, without those in carts. */
  readonly openConfigurations: number
  /** Maximum total size of shoppers' uploads in megabytes (MiB). */
  readonly uploadMegabytes: number
  /** Where rate limits are counted: per process, or in the database for all processes. Default: `database` on a database server. */
  readonly limits: CounterStorage
  /** The folder of images and files, shared by all processes. Relative paths start at the root. Or `s3://bucket/prefix`. */
  readonly filesFolder: string
  /** The endpoint of the bucket. Null: Amazon's endpoint of the region. */
  readonly filesEndpoint: string | null
  readonly filesRegion: string
  readonly filesKey: string | null
  readonly filesSecret: string | null
  /** The folder of transfer packages, shared by all processes. Relative paths start at the root. Or `s3://bucket/prefix`. */
  readonly transferFolder: string
  /** The folder of scheduled backups, relative to the root, or `s3://bucket/prefix`. Null: no backups. */
  readonly backupFolder: string | null
  /** Hours between scheduled backups. */
  readonly backupHours: number
  /** Number of scheduled backups to keep. The oldest are deleted. */
  readonly backupsKept: number
  /** Additional fonts for characters that the built-in fonts of printed documents lack. Relative paths start at the root. */
  readonly printFonts: readonly string[]
  /** Days for which audit entries are kept. 0 disables the audit trail. */
  readonly auditDays: number
  /** Origins of pages that may load the components and call the runtime API: `https://cms.example`. */
  readonly embedOrigins: readonly string[]
  /** Seconds after which the service stops waiting for an observer of an event. */
  readonly observerSeconds: number
  /** Additional hosts of payment providers: `name` or `name:port`. `http://name:port` allows plain http. */
  readonly paymentHosts: readonly string[]
  /** Hosts of the advisor's vendor: `name` or `name:port`. `http://name:port` allows plain http. */
  readonly advisorHosts: readonly string[]
  /** Seconds without a response after which a call of the vendor fails. */
  readonly advisorSeconds: number
  /** Maximum tokens and vendor calls of one conversation. */
  readonly advisorTokens: number
  readonly advisorCalls: number
  /** Maximum tokens and vendor calls of all conversations per day. */
  readonly advisorDayTokens: number
  readonly advisorDayCalls: number
  /** The price of a million input tokens and of a million output tokens. */
  readonly advisorInputPrice: number
  readonly advisorOutputPrice: number
  /** Maximum cost of vendor calls per day, by these prices. Null: no limit. */
  readonly advisorDayMoney: number | null
  /** The key for signatures. Null: generated at install and stored in the database. */
  readonly secret: string | null
}
export type SettingName = keyof Settings

interface Declaration<T> {
  /** Null for settings of the configuration file only. */
  readonly variable: string | null
  readonly help: string
  /** The accepted values, as the end of a sentence. */
  readonly accepts: Message
  /** Returns undefined for an invalid value. */
  parse(input: unknown): T | undefined
}

const logLevels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

const parseText = (input: unknown): string | undefined => (typeof input === 'string' && input !== '' ? input : undefined)

function parseWebUrl(input: unknown): URL | undefined {
  const url = typeof input === 'string' && URL.canParse(input) ? new URL(input) : undefined
  return url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' ? url : undefined
}

function parsePort(input: unknown): number | undefined {
  const number = typeof input === 'number' || (typeof input === 'string' && /^\d{1,5}$/.test(input)) ? Number(input) : -1
  return Number.isInteger(number) && number >= 0 && number <= 65_535 ? number : undefined
}

function parseCount(input: unknown): number | undefined {
  const number = typeof input === 'number' || (typeof input === 'string' && /^\d{1,9}$/.test(input)) ? Number(input) : 0
  return Number.isInteger(number) && number >= 1 && number <= 999_999_999 ? number : undefined
}

/** True for an origin as browsers send it: without a path, in lower case, without the default port. */
const isOrigin = (text: string): boolean => parseWebUrl(text)?.origin === text

/** Parses a list or a comma-separated text. Undefined if an entry is invalid. */
function parseList(input: unknown, isAccepted: (entry: string) => boolean): readonly string[] | undefined {
  const list: unknown = typeof input === 'string' ? input.split(',').map((entry) => entry.trim()) : input
  return Array.isArray(list) && list.every((entry): entry is string => typeof entry === 'string' && isAccepted(entry))
    ? list
    : undefined
}

const parseOrigins = (input: unknown): readonly string[] | undefined => parseList(input, isOrigin)
const parseHosts = (input: unknown): readonly string[] | undefined => parseList(input, isHostEntry)
const parsePaths = (input: unknown): readonly string[] | undefined => parseList(input, (entry) => entry !== '')

/** Parses an amount of money. */
function parseMoney(input: unknown): number | undefined {
  const number =
    typeof input === 'number' || (typeof input === 'string' && /^\d{1,9}(?:\.\d{1,6})?$/.test(input)) ? Number(input) : -1
  return Number.isFinite(number) && number >= 0 && number <= 999_999_999 ? number : undefined
}

const countsPlaces: readonly CounterStorage[] = ['memory', 'database']

/** True if a bucket is meant, even if it is misspelt. */
export const isBucketLike = (input: unknown): input is string => typeof input === 'string' && /^s3:/i.test(input)

/** Parses `s3://bucket/prefix`; null for other texts. The prefix is '' or ends with a slash. */
export function parseBucketUrl(files: string): { readonly bucket: string; readonly prefix: string } | null {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)\/?$/.exec(files)
  return match === null ? null : { bucket: match[1]!, prefix: match[2] === '' ? '' : `${match[2]!.slice(1)}/` }
}

/** Parses a folder or a bucket. */
const parseLocation = (input: unknown): string | undefined =>
  isBucketLike(input) && parseBucketUrl(input) === null ? undefined : parseText(input)

const switches: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['on', true],
  ['off', false],
  [true, true],
  [false, false],
])

/** All settings, in the order of `svc:config`. */
export const settingDeclarations: { readonly [Name in SettingName]: Declaration<Settings[Name]> } = {
  database: {
    variable: 'SVC_DATABASE_URL',
    help: 'The database.',
    accepts: createMessage('boot.databaseUrls'),
    parse: (input) => (typeof input === 'string' && /^(sqlite:.|mysql:\/\/.)/.test(input) ? input : undefined),
  },
  connectionSeconds: {
    variable: 'SVC_DATABASE_CONNECTION_SECONDS',
    help: 'Maximum age in seconds of a connection to a database server. It is replaced between two transactions.',
    accepts: createMessage('boot.wholeNumberFromOne'),
    parse: parseCount,
  },
  listenHost: {
    variable: 'SVC_HOST',
    help: 'The address to listen on.',
    accepts: createMessage('boot.hostAddress'),
    parse: parseText,
  },
  listenPort: {
    variable: 'SVC_PORT',
    help: 'The port to listen on.',
    accepts: createMessage('boot.portOrFree'),
    parse: parsePort,
  },
  baseUrl: {
    variable: 'SVC_BASE_URL',
    help: 'The public base URL of the service.',
    accepts: createMessage('boot.webUrlSuchAs', { example: 'https://shop.example/configurator' }),
    parse: (input) => parseWebUrl(input)?.href.replace(/\/$/, ''),
  },
  trustProxy: {
    variable: 'SVC_TRUST_PROXY',
    help: 'Number of trusted proxies in front of the service.',
    accepts: createMessage('boot.wholeNumberFromOne'),
    parse: parseCount,
  },
  errorTypeBase: {
    variable: null,
    help: "The base URL of problem types. Default: '<base URL>/problems/'.",
    accepts: createMessage('boot.webUrl'),
    parse: (input) => parseWebUrl(input)?.href.replace(/\/?$/, '/'),
  },
  demo: {
    variable: 'SVC_DEMO',
    help: "Seeds the demo shop. Default: 'on' for the default database, otherwise 'off'.",
    accepts: createMessage('boot.switchValues'),
    parse: (input) => switches.get(input),
  },
  logLevel: {
    variable: 'SVC_LOG_LEVEL',
    help: 'The lowest level of logged lines.',
    accepts: createMessage('boot.oneOf', { names: logLevels }),
    parse: (input) => logLevels.find((level) => level === input),
  },
  accessLog: {
    variable: 'SVC_ACCESS_LOG',
    help: 'Logs one line per request.',
    accepts: createMessage('boot.switchValues'),
    parse: (input) => switches.get(input),
  },
  metricsPort: {
    variable: 'SVC_METRICS_PORT',
    help: 'A separate port for metrics and health without authentication. Expose it to the internal network only.',
    accepts: createMessage('boot.port'),
    parse: (input) => parsePort(input) || undefined,
  },
  openConfigurations: {
    variable: 'SVC_OPEN_CONFIGURATIONS',
    help: 'Maximum number of open configurations.',
    accepts: createMessage('boot.wholeNumberFromOne'),
    parse: parseCount,
  },
  uploadMegabytes: {
    variable: 'SVC_UPLOAD_MEGABYTES',
    help: "Maximum total size of shoppers' uploads in megabytes.",
    accepts: createMessage('boot.wholeNumberFromOne'),
    parse: parseCount,
  },
  limits: {
    variable: 'SVC_LIMITS',
    help: 'Where rate limits are counted.',
    accepts: createMessage('boot.counterPlaces'),
    parse: (input) => countsPlaces.find((candidate) => candidate === input),
  },
  filesFolder: {
    variable: 'SVC_FILES',
    help: 'The folder of images and files, or a bucket. All processes of an installation share it.',
    accepts: createMessage('boot.folderOrBucket', { example: '/mnt/files' }),
    parse: parseLocation,
  },
  filesEndpoint: {
    variable: 'SVC_FILES_ENDPOINT',
    help: 'The endpoint of the bucket. Default: Amazon S3.',
    accepts: createMessage('boot.webUrlSuchAs', { example: 'https://s3.example:9000' }),
    parse: (input) => parseWebUrl(input)?.origin,
  },
  filesRegion: {
    variable: 'SVC_FILES_REGION',
    help: 'The region of the bucket.',
    accepts: createMessage('boot.regionName'),
    parse: (input) => (typeof input === 'string' && /^[a-z0-9-]{1,40}$/.test(input) ? input : undefined),
  },
  filesKey: {
    variable: 'SVC_FILES_KEY',
    help: 'The access key of the bucket.',
    accepts: createMessage('boot.accessKey'),
    parse: parseText,
  },
  filesSecret: {
    variable: 'SVC_FILES_SECRET',
    help: 'The secret of the access key.',
    accepts: createMessage('boot.accessSecret'),
    parse: parseText,
  },
  transferFolder: {
    variable: 'SVC_TRANSFER_FOLDER',
    help: 'The folder of transfer packages, or a bucket. All processes of an installation share it.',
    accepts: createMessage('boot.folderOrBucket', { example: 'var/transfer' }),
    parse: parseLocation,
  },
  backupFolder: {
    variable: 'SVC_BACKUP_FOLDER',
    help: 'The folder of scheduled backups, or a bucket. Without it, no backups are created.',
    accepts: createMessage('boot.folderOrBucket', { example: '/mnt/backups' }),
    parse: parseLocation,
  },
  backupHours: {
    variable: 'SVC_BACKUP_HOURS',
    help: 'Hours between scheduled backups.',
    accepts: createMessage('boot.wholeNumberFromOne'),
    parse: parseCount,
  },
  backupsKept: {
    variable: 'SVC_BACKUPS_KEPT',
    help: 'Number of scheduled backups to keep. The oldest are deleted.',
    accepts: createMessage('boot.wholeNumberFromOne'),
    parse: parseCount,
  },
  printFonts: {
    variable: 'SVC_PRINT_FONTS',
    help: 'Additional fonts for characters that the built-in fonts of printed documents lack.',
    accepts: createMessage('boot.fontFiles'),
    parse: parsePaths,
  },
  auditDays: {
    variable: 'SVC_AUDIT_DAYS',
    help: 'Days for which audit entries are kept. 0 disables the audit trail.',
    accepts: createMessage('boot.daysFromZero'),
    parse: (input) => (input === 0 || input === '0' ? 0 : parseCount(input)),
  },
  embedOrigins: {
    variable: 'SVC_EMBED_ORIGINS',
    help: 'Origins of pages that may load the components and call the runtime API.',
    accepts: createMessage('boot.origins'),
    parse: parseOrigins,
  },
  observerSeconds: {
    variable: 'SVC_OBSERVER_SECONDS',
    help: 'Seconds after which the service stops waiting for an observer, logs this and continues.',
    accepts: createMessage('boot.wholeNumberFromOne'),
    parse: parseCount,
  },
  paymentHosts: {
    variable: 'SVC_PAYMENT_HOSTS',
    help: "Additional hosts of payment providers. The provider's own hosts and this machine are always allowed.",
    accepts: createMessage('boot.hosts', { name: 'pay.example', plain: 'http://pay.internal:8080' }),
    parse: parseHosts,
  },
  advisorHosts: {
    variable: 'SVC_ADVISOR_HOSTS',
    help: "Allowed hosts of the advisor's vendor. No other host is called.",
    accepts: createMessage('boot.hosts', { name: 'api.openai.com', plain: 'http://models.internal:11434' }),
    parse: parseHosts,
  },
  advisorSeconds: {
    variable: 'SVC_ADVISOR_SECONDS',
    help: "Seconds without a response after which a call of the advisor's vendor fails.",
    accepts: createMessage('boot.wholeNumberFromOne'),
    parse: parseCount,
  },
  advisorTokens: {
    variable: 'SVC_ADVISOR_TOKENS',
    help: 'Maximum tokens of one conversation with the advisor.',
    accepts: createMessage('boot.wholeNumberFromOne'),
    parse: parseCount,
  },
  advisorCalls: {
    variable: 'SVC_ADVISOR_CALLS',
    help: 'Maximum vendor calls of one conversation with the advisor.',
    accepts: createMessage('boot.wholeNumberFromOne'),
    parse: parseCount,
  },
  advisorDayTokens: {
    variable: 'SVC_ADVISOR_DAY_TOKENS',
    help: 'Maximum tokens of all conversations with the advisor per day.',
    accepts: createMessage('boot.wholeNumberFromOne'),
    parse: parseCount,
  },
  advisorDayCalls: {
    variable: 'SVC_ADVISOR_DAY_CALLS',
    help: 'Maximum vendor calls of all conversations per day.',
    accepts: createMessage('boot.wholeNumberFromOne'),
    parse: parseCount,
  },
  advisorInputPrice: {
    variable: 'SVC_ADVISOR_INPUT_PRICE',
    help: 'The price of a million input tokens.',
    accepts: createMessage('boot.moneyFromZero'),
    parse: parseMoney,
  },
  advisorOutputPrice: {
    variable: 'SVC_ADVISOR_OUTPUT_PRICE',
    help: 'The price of a million output tokens.',
    accepts: createMessage('boot.moneyFromZero'),
    parse: parseMoney,
  },
  advisorDayMoney: {
    variable: 'SVC_ADVISOR_DAY_MONEY',
    help: 'Maximum cost of vendor calls per day, by these prices. Default: no limit.',
    accepts: createMessage('boot.moneyFromZero'),
    parse: parseMoney,
  },
  secret: {
    variable: 'SVC_SECRET',
    help: 'The key for signatures. Default: generated at install and stored in the database.',
    accepts: createMessage('boot.secretText'),
    parse: (input) => (typeof input === 'string' && input.length >= 16 ? input : undefined),
  },
}

export const settingNames = Object.keys(settingDeclarations) as readonly SettingName[]

/** True for settings whose value is masked completely or in part. */
export function isSecret(name: SettingName): boolean {
  return name === 'secret' || name === 'filesSecret' || name === 'database'
}

/** Formats a value for display. Secrets and the password of the database URL are masked. */
export function formatSetting(name: SettingName, value: Settings[SettingName]): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return '(none)'
  if (name === 'secret' || name === 'filesSecret') return '***'
  if (name === 'database') return String(value).replace(/^([a-z]+:\/\/[^:@/]*:).*@/i, '$1***@')
  if (Array.isArray(value)) return value.join(', ')
  return value === true ? 'on' : value === false ? 'off' : String(value)
}
