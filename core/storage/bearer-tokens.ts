// Bearer tokens `svc_<id>_<secret>`: minted, listed, revoked and verified; only the SHA-256 of the whole token is kept (spec 5.1).
import { digestOf } from '../ground/digest.js'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import {
  floorScope,
  grantableScopes,
  isGrantableScope,
  isPreset,
  presets,
  presetsWithScopes,
  type Scope,
} from '../ground/access/areas.js'
import { type Grant, grantOf } from '../ground/access/grant.js'
import { day, hour, isoTime, minute, systemClock, type Clock } from '../ground/clock.js'
import { NotFoundError, ValidationError } from '../ground/errors.js'
import { didYouMean } from '../ground/nearest.js'
import type { Database } from './database/connection.js'
import { unit } from './database/unit.js'
import { bump, VersionedCache } from './database/versions.js'

/** What a request is known by after its token was verified. */
export interface TokenIdentity {
  readonly id: number
  readonly name: string
  readonly grant: Grant
}

export interface TokenSummary {
  readonly id: number
  readonly name: string
  readonly scopes: readonly Scope[]
  /** ISO 8601; null = never. */
  readonly created: string
  readonly expires: string | null
  readonly revoked: string | null
  readonly lastUsed: string | null
}

export interface MintInput {
  readonly name: string
  readonly scopes?: readonly string[]
  readonly presets?: readonly string[]
  /** An ISO date (its first moment in UTC), an ISO time, or a span such as 30d or 12h; never if left out. */
  readonly expires?: string | null
}

export interface MintedToken {
  readonly id: number
  readonly name: string
  /** In clear text, this once. */
  readonly token: string
  readonly scopes: readonly Scope[]
  readonly expires: string | null
}

export interface BearerTokens {
  /** Throws a ValidationError naming `name`, `scopes`, `presets` or `expires`. */
  mint(input: MintInput): Promise<MintedToken>
  /** All tokens ever minted, in id order; never their secrets. */
  list(): Promise<readonly TokenSummary[]>
  /** Ends the token at once, in every process; a revoked one stays revoked. NOT_FOUND for an unknown id. */
  revoke(id: number): Promise<void>
  /**
   * The token's identity, or null for one that is malformed, unknown, wrong, revoked or expired. `accessVersion` is the
   * version of the topic `access` that this request read; notes the token's use, which is written within a few seconds.
   */
  verify(token: string, accessVersion: number): Promise<TokenIdentity | null>
  /** Writes the noted uses now. */
  flush(): Promise<void>
  /** Writes the noted uses and ends the timer. */
  stop(): Promise<void>
}

/** A token as verification needs it. */
interface KnownToken {
  readonly digest: Buffer
  readonly identity: TokenIdentity
  /** Milliseconds; Infinity = never. */
  readonly expires: number
}

interface TokenRow {
  readonly id: number
  readonly name: string
  readonly digest: string
  readonly scopes: string
  readonly created: string
  readonly expires: string | null
  readonly revoked: string | null
  readonly last_used: string | null
}

/** Milliseconds after which noted uses are written. */
const writeBehind = 2_000
const keptTokens = 10_000
const tokenPattern = /^svc_([1-9]\d{0,14})_([A-Za-z0-9_-]{43})$/
/** What an unknown id is compared with, so that it takes as long as a wrong secret. */
const nothing = Buffer.alloc(32)

const spans: Readonly<Record<string, number>> = { m: minute, h: hour, d: day }

/** The moment of expiry as ISO 8601, or null for never. */
function expiryOf(given: string | null | undefined, now: number): string | null {
  if (given === undefined || given === null || given === '') return null
  const [, count, unitName] = /^(\d{1,6})([mhd])$/.exec(given) ?? []
  const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(given)
    ? Date.parse(given)
    : Number.NaN
  const moment = count !== undefined && unitName !== undefined ? now + Number(count) * spans[unitName]! : iso
  if (Number.isNaN(moment) || moment > 8.64e15) {
    const accepted = 'an ISO date such as 2030-12-31, an ISO time such as 2030-12-31T12:00:00Z, or a span such as 30d or 12h'
    throw ValidationError.of('expires', `Field 'expires' takes ${accepted}, not '${given.slice(0, 40)}'.`)
  }
  if (moment <= now) throw ValidationError.of('expires', `Field 'expires' must lie in the future, and '${given}' does not.`)
  return isoTime(moment)
}

/** The scopes of a mint, sorted and without repetition. */
function scopesOf(input: MintInput): readonly Scope[] {
  const scopes: Scope[] = []
  for (const name of input.presets ?? []) {
    if (!isPreset(name)) {
      const known = Object.keys(presets)
      throw ValidationError.of(
        'presets',
        `There is no preset '${name}'.${didYouMean(name, known)} Presets are ${presetsWithScopes}.`,
      )
    }
    scopes.push(...presets[name])
  }
  for (const name of input.scopes ?? []) {
    if (name === floorScope) {
      throw ValidationError.of('scopes', `The scope '${floorScope}' belongs to every token and cannot be given. Leave it out.`)
    }
    if (!isGrantableScope(name)) {
      const sentence = `There is no scope '${name}' to give.${didYouMean(name, grantableScopes)}`
      throw ValidationError.of('scopes', `${sentence} Scopes are ${grantableScopes.join(', ')}.`)
    }
    scopes.push(name)
  }
  return grantOf(scopes).scopes
}

function nameOf(given: string): string {
  const name = given.trim()
  if (name === '') throw ValidationError.of('name', "Field 'name' cannot be empty: it tells the token apart in lists and logs.")
  if (name.length > 255) throw ValidationError.of('name', "Field 'name' takes at most 255 characters.")
  return name
}

/** The tokens of one database; `stop` it before the database is closed. */
export function createBearerTokens(database: Database, clock: Clock = systemClock): BearerTokens {
  const known = new VersionedCache<number, KnownToken | null>(keptTokens)
  const uses = new Map<number, number>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  async function load(id: number): Promise<KnownToken | null> {
    const sql = 'SELECT id, name, digest, scopes, expires FROM svc_tokens WHERE id = ? AND revoked IS NULL'
    const [row] = await database.query<TokenRow>(sql, [id])
    if (!row) return null
    return {
      digest: Buffer.from(row.digest, 'hex'),
      identity: Object.freeze({ id: row.id, name: row.name, grant: grantOf(JSON.parse(row.scopes) as Scope[]) }),
      expires: row.expires === null ? Infinity : Date.parse(row.expires),
    }
  }

  async function write(): Promise<void> {
    const batch = [...uses].sort(([a], [b]) => a - b)
    uses.clear()
    const sql = 'UPDATE svc_tokens SET last_used = ? WHERE id = ? AND (last_used IS NULL OR last_used < ?)'
    await unit(database, async (u) => {
      for (const [id, at] of batch) await u.run(sql, [isoTime(at), id, isoTime(at)])
    })
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    if (uses.size === 0) return writing
    writing = writing.then(write).catch((error: unknown) => {
      database.log.warn({ err: error }, 'The last uses of tokens could not be written.')
    })
    return writing
  }

  function noteUse(id: number, at: number): void {
    uses.set(id, at)
    if (timer) return
    timer = setTimeout(() => void flush(), writeBehind)
    timer.unref()
  }

  return {
    async mint(input) {
      const [name, scopes, now] = [nameOf(input.name), scopesOf(input), clock.now()]
      const expires = expiryOf(input.expires, now)
      const secret = randomBytes(32).toString('base64url')
      return unit(database, async (u) => {
        const row = [name, '', JSON.stringify(scopes), isoTime(now), expires]
        const columns = 'name, digest, scopes, created, expires'
        const { insertId: id } = await u.run(`INSERT INTO svc_tokens (${columns}) VALUES (?, ?, ?, ?, ?)`, row)
        const token = `svc_${id}_${secret}`
        await u.run('UPDATE svc_tokens SET digest = ? WHERE id = ?', [digestOf(token), id])
        bump(u, 'access')
        return { id, name, token, scopes, expires }
      })
    },

    async list() {
      const columns = 'id, name, scopes, created, expires, revoked, last_used'
      const rows = await database.query<Omit<TokenRow, 'digest'>>(`SELECT ${columns} FROM svc_tokens ORDER BY id`)
      return rows.map(({ id, name, scopes, created, expires, revoked, last_used: lastUsed }) => ({
        id,
        name,
        scopes: JSON.parse(scopes) as Scope[],
        created,
        expires,
        revoked,
        lastUsed,
      }))
    },

    async revoke(id) {
      await unit(database, async (u) => {
        const sql = 'UPDATE svc_tokens SET revoked = COALESCE(revoked, ?) WHERE id = ?'
        const { affected } = await u.run(sql, [isoTime(clock.now()), id])
        if (affected === 0) throw new NotFoundError(`There is no token ${id}. svc:token:list shows those that exist.`)
        bump(u, 'access')
      })
    },

    async verify(token, accessVersion) {
      const match = tokenPattern.exec(token)
      if (!match) return null
      const id = Number(match[1])
      const found = await known.get(id, accessVersion, () => load(id))
      const matches = timingSafeEqual(Buffer.from(digestOf(token), 'hex'), found?.digest ?? nothing)
      if (!found) known.delete(id)
      const now = clock.now()
      if (!found || !matches || now >= found.expires) return null
      noteUse(id, now)
      return found.identity
    },

    flush,
    async stop() {
      await flush()
    },
  }
}
