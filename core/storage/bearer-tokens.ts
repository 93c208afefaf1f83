// Bearer tokens `svc_<id>_<secret>`: mint, list, revoke, verify. The database stores only their SHA-256.
import { createMessage } from '../foundation/message.js'
import { sha256 } from '../foundation/digest.js'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Scope } from '../foundation/access/areas.js'
import { type Grant, grantOf } from '../foundation/access/grant.js'
import { formatIsoTime, systemClock, type Clock } from '../foundation/clock.js'
import { NotFoundError } from '../foundation/errors.js'
import type { Database } from './database/connection.js'
import { unit } from './database/unit.js'
import { raiseVersion, VersionedCache } from './database/versions.js'
import { validateTokenInput, type TokenInput } from './token-input.js'

/** The caller of a request, known from its verified token. */
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

export interface MintedToken {
  readonly id: number
  readonly name: string
  /** In clear text. Not available later. */
  readonly token: string
  readonly scopes: readonly Scope[]
  readonly expires: string | null
}

export interface BearerTokens {
  /** Throws a ValidationError on `name`, `scopes`, `presets` or `expires`. */
  mint(input: TokenInput): Promise<MintedToken>
  /** All tokens, also revoked ones, in id order, without their secrets. */
  list(): Promise<readonly TokenSummary[]>
  /** Revokes the token at once, in all processes. Does nothing if it is revoked already. Throws NOT_FOUND for an unknown id. */
  revoke(id: number): Promise<void>
  /**
   * The token's identity, or null for a malformed, unknown, wrong, revoked or expired token. `accessVersion` is the version of
   * the topic `access` that this request has read. Stores the time of use within a few seconds.
   */
  verify(token: string, accessVersion: number): Promise<TokenIdentity | null>
  /** Stores the pending times of use now. */
  flush(): Promise<void>
  /** Stores the pending times of use and stops the timer. */
  stop(): Promise<void>
}

/** The cached data of a token for verification. */
interface CachedToken {
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

/** The delay before times of use are stored, in milliseconds. */
const usageWriteDelay = 2_000
const maximumCachedTokens = 10_000
const tokenPattern = /^svc_([1-9]\d{0,14})_([A-Za-z0-9_-]{43})$/
/** The digest to compare with if the id is unknown. Keeps the duration equal to that of a wrong secret. */
const dummyDigest = Buffer.alloc(32)

export interface BearerTokenOptions {
  readonly clock?: Clock
  /** The time zone of the shop. Default: UTC. */
  timeZone?(): Promise<string>
}

/** The tokens of one database. Call `stop` before the database is closed. */
export function createBearerTokens(
  database: Database,
  { clock = systemClock, timeZone = async () => 'UTC' }: BearerTokenOptions = {},
): BearerTokens {
  const tokenCache = new VersionedCache<number, CachedToken | null>(maximumCachedTokens)
  const uses = new Map<number, number>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  async function load(id: number): Promise<CachedToken | null> {
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
      for (const [id, at] of batch) await u.run(sql, [formatIsoTime(at), id, formatIsoTime(at)])
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
    timer = setTimeout(() => void flush(), usageWriteDelay)
    timer.unref()
  }

  return {
    async mint(input) {
      const now = clock.now()
      const { name, scopes, expires } = await validateTokenInput(input, { now, timeZone })
      const secret = randomBytes(32).toString('base64url')
      return unit(database, async (u) => {
        const row = [name, '', JSON.stringify(scopes), formatIsoTime(now), expires]
        const columns = 'name, digest, scopes, created, expires'
        const { insertId: id } = await u.run(`INSERT INTO svc_tokens (${columns}) VALUES (?, ?, ?, ?, ?)`, row)
        const token = `svc_${id}_${secret}`
        await u.run('UPDATE svc_tokens SET digest = ? WHERE id = ?', [sha256(token), id])
        raiseVersion(u, 'access')
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
        const { affected } = await u.run(sql, [formatIsoTime(clock.now()), id])
        if (affected === 0) throw new NotFoundError(createMessage('errors.noTokenListed', { id }))
        raiseVersion(u, 'access')
      })
    },

    async verify(token, accessVersion) {
      const match = tokenPattern.exec(token)
      if (!match) return null
      const id = Number(match[1])
      const cachedToken = await tokenCache.get(id, accessVersion, () => load(id))
      const matches = timingSafeEqual(Buffer.from(sha256(token), 'hex'), cachedToken?.digest ?? dummyDigest)
      if (!cachedToken) tokenCache.delete(id)
      const now = clock.now()
      if (!cachedToken || !matches || now >= cachedToken.expires) return null
      noteUse(id, now)
      return cachedToken.identity
    },

    flush,
    async stop() {
      await flush()
    },
  }
}
