// The settings that there are (domain §8): names, forms and what each accepts.
import { isHostEntry } from './ground/allowed-address.js'
import type { LogLevel } from './ground/log.js'
import type { CountsPlace } from './storage/counts.js'

/** Settings by the names that svc.config.ts uses for them. */
export interface Settings {
  /** `sqlite:<path>`, `sqlite::memory:` or `mysql://user:password@host:port/name`; a relative path starts at the root. */
  readonly database: string
  /** Seconds after which a connection to a database server is closed between two units, and another one takes its place. */
  readonly connectionSeconds: number
  /** The address to listen on. */
  readonly listenHost: string
  /** 0 takes a free one. */
  readonly listenPort: number
  /** As callers reach the service, without a slash at the end; null = the listening address. */
  readonly baseUrl: string | null
  /** How many proxies stand before the service, whose word about the caller counts; null = none, unless the server is told by itself. */
  readonly trustProxy: number | null
  /** The URL under which problem types live, with a slash at the end; null = `<base URL>/problems/`. */
  readonly errorTypeBase: string | null
  /** Whether serving seeds the demo shop where no product exists. */
  readonly demo: boolean
  readonly logLevel: LogLevel
  /** Whether each request is logged when it was answered. */
  readonly accessLog: boolean
  /** The port at which metrics and health are told to whoever asks; null = metrics need a token. */
  readonly metricsPort: number | null
  /** Configurations that may stand open at a time, those in carts not counted. */
  readonly openConfigurations: number
  /** Megabytes (MiB) that the files of shoppers may take together. */
  readonly uploadMegabytes: number
  /** Where limits for strangers count: in each process, or in the database for all; as the database is, if left out. */
  readonly limits: CountsPlace
  /** The folder of images and files, one for all processes; a relative path starts at the root. Or `s3://bucket/prefix`. */
  readonly filesFolder: string
  /** Where the bucket is; null = Amazon's own of the region. */
  readonly filesEndpoint: string | null
  readonly filesRegion: string
  /** Opens the bucket. */
  readonly filesKey: string | null
  readonly filesSecret: string | null
  /** The folder of transfer packages, one for all processes; a relative path starts at the root. Or `s3://bucket/prefix`. */
  readonly transferFolder: string
  /** The folder of recurring backups, a relative path from the root, or `s3://bucket/prefix`; null = none are made. */
  readonly backupFolder: string | null
  /** Hours from one recurring backup to the next. */
  readonly backupHours: number
  /** How many recurring backups are kept: the newest. */
  readonly backupsKept: number
  /** Files of fonts that printed documents are set in where the service's own lack a character; a relative path starts at the root. */
  readonly printFonts: readonly string[]
  /** Days for which it is kept who changed what; 0 = nobody notes it. */
  readonly auditDays: number
  /** Origins whose pages may load the components and call the runtime API: `https://cms.example`. */
  readonly embedOrigins: readonly string[]
  /** Seconds that an observer has for one event before the service stops waiting for it. */
  readonly observerSeconds: number
  /** Further hosts of payment providers: `name` or `name:port`; `http://name:port` allows plain http. */
  readonly paymentHosts: readonly string[]
  /** Hosts of the advisor's vendor: `name` or `name:port`; `http://name:port` allows plain http. */
  readonly advisorHosts: readonly string[]
  /** Seconds of silence after which the vendor is given up. */
  readonly advisorSeconds: number
  /** Tokens, and calls of the vendor, that one conversation may take. */
  readonly advisorTokens: number
  readonly advisorCalls: number
  /** The same of all conversations in a day. */
  readonly advisorDayTokens: number
  readonly advisorDayCalls: number
  /** What a million tokens cost, those that are sent and those that come back. */
  readonly advisorInputPrice: number
  readonly advisorOutputPrice: number
  /** Money that a day's calls may cost by these prices; null = as much as it comes to. */
  readonly advisorDayMoney: number | null
  /** Signs what must be signed; null = one is made at install and kept in the database. */
  readonly secret: string | null
}
export type SettingName = keyof Settings

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

/** As a browser sends it: without a path, in lower case, without the usual port. */
const isOrigin = (given: string): boolean => webUrl(given)?.origin === given

/** A list, or one text with commas; undefined if an entry is not accepted. */
function parseList(given: unknown, isAccepted: (entry: string) => boolean): readonly string[] | undefined {
  const list: unknown = typeof given === 'string' ? given.split(',').map((entry) => entry.trim()) : given
  return Array.isArray(list) && list.every((entry): entry is string => typeof entry === 'string' && isAccepted(entry))
    ? list
    : undefined
}

const originList = (given: unknown): readonly string[] | undefined => parseList(given, isOrigin)
const hostList = (given: unknown): readonly string[] | undefined => parseList(given, isHostEntry)
const pathList = (given: unknown): readonly string[] | undefined => parseList(given, (entry) => entry !== '')

/** An amount of money. */
function money(given: unknown): number | undefined {
  const number =
    typeof given === 'number' || (typeof given === 'string' && /^\d{1,9}(?:\.\d{1,6})?$/.test(given)) ? Number(given) : -1
  return Number.isFinite(number) && number >= 0 && number <= 999_999_999 ? number : undefined
}

const countsPlaces: readonly CountsPlace[] = ['memory', 'database']

/** True where a bucket is meant, though it may be misspelt. */
export const isBucketLike = (given: unknown): given is string => typeof given === 'string' && /^s3:/i.test(given)

/** What `s3://bucket/prefix` names; null for anything else. The prefix is '' or ends with a slash. */
export function bucketOf(files: string): { readonly bucket: string; readonly prefix: string } | null {
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)\/?$/.exec(files)
  return found === null ? null : { bucket: found[1]!, prefix: found[2] === '' ? '' : `${found[2]!.slice(1)}/` }
}

/** A folder or a bucket. */
const place = (given: unknown): string | undefined => (isBucketLike(given) && bucketOf(given) === null ? undefined : text(given))

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
  connectionSeconds: {
    variable: 'SVC_DATABASE_CONNECTION_SECONDS',
    help: 'Seconds after which a connection to a database server is closed between two units, and another one takes its place.',
    accepts: 'a whole number from 1',
    parse: amount,
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
  trustProxy: {
    variable: 'SVC_TRUST_PROXY',
    help: 'How many proxies stand before the service, whose word about the caller counts.',
    accepts: 'a whole number from 1',
    parse: amount,
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
  accessLog: {
    variable: 'SVC_ACCESS_LOG',
    help: 'Logs one line for each request.',
    accepts: "'on' or 'off'",
    parse: (given) => switches.get(given),
  },
  metricsPort: {
    variable: 'SVC_METRICS_PORT',
    help: 'A port of its own for metrics and health, without a token: for the inner network only.',
    accepts: 'a number from 1 to 65535',
    parse: (given) => port(given) || undefined,
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
  limits: {
    variable: 'SVC_LIMITS',
    help: 'Where limits for strangers count.',
    accepts: "'memory' or 'database'",
    parse: (given) => countsPlaces.find((place) => place === given),
  },
  filesFolder: {
    variable: 'SVC_FILES',
    help: 'The folder of images and files, or a bucket; all processes of an installation share it.',
    accepts: "the path of a folder, for instance '/mnt/files', or a bucket, 's3://bucket' or 's3://bucket/prefix'",
    parse: place,
  },
  filesEndpoint: {
    variable: 'SVC_FILES_ENDPOINT',
    help: 'The address of the store that the bucket lies in; that of Amazon if left out.',
    accepts: "an http or https URL, for instance 'https://s3.example:9000'",
    parse: (given) => webUrl(given)?.origin,
  },
  filesRegion: {
    variable: 'SVC_FILES_REGION',
    help: 'The region of the bucket.',
    accepts: "the name of a region, for instance 'eu-central-1'",
    parse: (given) => (typeof given === 'string' && /^[a-z0-9-]{1,40}$/.test(given) ? given : undefined),
  },
  filesKey: {
    variable: 'SVC_FILES_KEY',
    help: 'The key that opens the bucket.',
    accepts: 'the id of an access key',
    parse: text,
  },
  filesSecret: {
    variable: 'SVC_FILES_SECRET',
    help: 'The secret of that key.',
    accepts: 'the secret of an access key',
    parse: text,
  },
  transferFolder: {
    variable: 'SVC_TRANSFER_FOLDER',
    help: 'The folder in which transfer packages lie, or a bucket; all processes of an installation share it.',
    accepts: "the path of a folder, for instance 'var/transfer', or a bucket, 's3://bucket' or 's3://bucket/prefix'",
    parse: place,
  },
  backupFolder: {
    variable: 'SVC_BACKUP_FOLDER',
    help: 'The folder of recurring backups, or a bucket; none are made if left out.',
    accepts: "the path of a folder, for instance '/mnt/backups', or a bucket, 's3://bucket' or 's3://bucket/prefix'",
    parse: place,
  },
  backupHours: {
    variable: 'SVC_BACKUP_HOURS',
    help: 'Hours from one recurring backup to the next.',
    accepts: 'a whole number from 1',
    parse: amount,
  },
  backupsKept: {
    variable: 'SVC_BACKUPS_KEPT',
    help: 'How many recurring backups are kept, the newest.',
    accepts: 'a whole number from 1',
    parse: amount,
  },
  printFonts: {
    variable: 'SVC_PRINT_FONTS',
    help: "Files of fonts that printed documents are set in where the service's own lack a character.",
    accepts:
      "paths of TrueType or OpenType files, for instance '/usr/share/fonts/NotoSansJP.ttf'; several with commas between them",
    parse: pathList,
  },
  auditDays: {
    variable: 'SVC_AUDIT_DAYS',
    help: 'Days for which the audit trail keeps who changed what; 0 keeps none.',
    accepts: 'a whole number of days from 0',
    parse: (given) => (given === 0 || given === '0' ? 0 : amount(given)),
  },
  embedOrigins: {
    variable: 'SVC_EMBED_ORIGINS',
    help: 'Origins whose pages may load the components and call the runtime API.',
    accepts: "origins such as 'https://cms.example', without a path; several with commas between them",
    parse: originList,
  },
  observerSeconds: {
    variable: 'SVC_OBSERVER_SECONDS',
    help: 'Seconds that an observer has for one event; then that is logged and the next event follows.',
    accepts: 'a whole number from 1',
    parse: amount,
  },
  paymentHosts: {
    variable: 'SVC_PAYMENT_HOSTS',
    help: "Hosts at which payment providers may be called, beside the provider's own and this machine.",
    accepts: "hosts such as 'pay.example', or 'http://pay.internal:8080' for plain http; several with commas between them",
    parse: hostList,
  },
  advisorHosts: {
    variable: 'SVC_ADVISOR_HOSTS',
    help: "Hosts at which the advisor's vendor may be called; nothing is sent to any other.",
    accepts: "hosts such as 'api.openai.com', or 'http://models.internal:11434' for plain http; several with commas between them",
    parse: hostList,
  },
  advisorSeconds: {
    variable: 'SVC_ADVISOR_SECONDS',
    help: "Seconds of silence after which the advisor's vendor is given up.",
    accepts: 'a whole number from 1',
    parse: amount,
  },
  advisorTokens: {
    variable: 'SVC_ADVISOR_TOKENS',
    help: 'Tokens that one conversation with the advisor may take.',
    accepts: 'a whole number from 1',
    parse: amount,
  },
  advisorCalls: {
    variable: 'SVC_ADVISOR_CALLS',
    help: 'Calls of the vendor that one conversation with the advisor may take.',
    accepts: 'a whole number from 1',
    parse: amount,
  },
  advisorDayTokens: {
    variable: 'SVC_ADVISOR_DAY_TOKENS',
    help: 'Tokens that all conversations with the advisor may take in a day.',
    accepts: 'a whole number from 1',
    parse: amount,
  },
  advisorDayCalls: {
    variable: 'SVC_ADVISOR_DAY_CALLS',
    help: 'Calls of the vendor that all conversations may take in a day.',
    accepts: 'a whole number from 1',
    parse: amount,
  },
  advisorInputPrice: {
    variable: 'SVC_ADVISOR_INPUT_PRICE',
    help: 'What a million tokens that are sent to the vendor cost.',
    accepts: 'an amount of money from 0',
    parse: money,
  },
  advisorOutputPrice: {
    variable: 'SVC_ADVISOR_OUTPUT_PRICE',
    help: 'What a million tokens that the vendor sends cost.',
    accepts: 'an amount of money from 0',
    parse: money,
  },
  advisorDayMoney: {
    variable: 'SVC_ADVISOR_DAY_MONEY',
    help: "Money that a day's calls of the vendor may cost by these prices; no bound if left out.",
    accepts: 'an amount of money from 0',
    parse: money,
  },
  secret: {
    variable: 'SVC_SECRET',
    help: 'Signs what must be signed; made at install and kept in the database if left out.',
    accepts: 'a text of at least 16 characters',
    parse: (given) => (typeof given === 'string' && given.length >= 16 ? given : undefined),
  },
}

export const settingNames = Object.keys(declarations) as readonly SettingName[]

/** True where its value is shown to nobody, or in part only. */
export function isSecret(name: SettingName): boolean {
  return name === 'secret' || name === 'filesSecret' || name === 'database'
}

/** A value as it may be shown: the secret and a database URL's password masked. */
export function shownSetting(name: SettingName, value: Settings[SettingName]): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return '(none)'
  if (name === 'secret' || name === 'filesSecret') return '***'
  if (name === 'database') return String(value).replace(/^([a-z]+:\/\/[^:@/]*:).*@/i, '$1***@')
  if (Array.isArray(value)) return value.join(', ')
  return value === true ? 'on' : value === false ? 'off' : String(value)
}
