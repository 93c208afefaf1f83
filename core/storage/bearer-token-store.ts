// Mints, lists, revokes and verifies bearer tokens. The database stores only their SHA-256.
import { createMessage } from '../foundation/message.js'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { clockToken, databaseToken, timeZoneToken } from '../boot/tokens.js'
import { type Scope, grantOf } from '../foundation/access.js'
import { type Clock, formatIsoTime } from '../foundation/clock.js'
import { sha256 } from '../foundation/digest.js'
import { NotFoundError } from '../foundation/errors.js'
import { type Disposable, inject, injectable } from '../foundation/injection.js'
import {
  type BearerTokens,
  type MintedToken,
  type TokenIdentity,
  type TokenSummary,
  type TokenInput,
  validateTokenInput,
} from './bearer-tokens.js'
import type { Database } from './database/connection.js'
import { unit } from './unit-of-work/transaction.js'
import { VersionedCache } from './caches.js'

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

@injectable()
export class BearerTokenStore implements BearerTokens, Disposable {
  private readonly tokenCache = new VersionedCache<number, CachedToken | null>(maximumCachedTokens)
  private readonly uses = new Map<number, number>()
  private timer: NodeJS.Timeout | null = null
  private writing: Promise<void> = Promise.resolve()

  constructor(
    @inject(databaseToken) private readonly database: Database,
    @inject(clockToken) private readonly clock: Clock,
    @inject(timeZoneToken) private readonly timeZone: () => Promise<string>,
  ) {}

  async mint(input: TokenInput): Promise<MintedToken> {
    const now = this.clock.now()
    const { name, scopes, expires } = await validateTokenInput(input, { now, timeZone: this.timeZone })
    const secret = randomBytes(32).toString('base64url')
    return unit(this.database, async (u) => {
      const row = [name, '', JSON.stringify(scopes), formatIsoTime(now), expires]
      const columns = 'name, digest, scopes, created, expires'
      const { insertId: id } = await u.run(`INSERT INTO svc_tokens (${columns}) VALUES (?, ?, ?, ?, ?)`, row)
      const token = `svc_${id}_${secret}`
      await u.run('UPDATE svc_tokens SET digest = ? WHERE id = ?', [sha256(token), id])
      u.changeSet.raiseVersion('access')
      return { id, name, token, scopes, expires }
    })
  }

  async list(): Promise<readonly TokenSummary[]> {
    const columns = 'id, name, scopes, created, expires, revoked, last_used'
    const rows = await this.database.query<Omit<TokenRow, 'digest'>>(`SELECT ${columns} FROM svc_tokens ORDER BY id`)
    return rows.map(({ id, name, scopes, created, expires, revoked, last_used: lastUsed }) => ({
      id,
      name,
      scopes: JSON.parse(scopes) as Scope[],
      created,
      expires,
      revoked,
      lastUsed,
    }))
  }

  async revoke(id: number): Promise<void> {
    await unit(this.database, async (u) => {
      const sql = 'UPDATE svc_tokens SET revoked = COALESCE(revoked, ?) WHERE id = ?'
      const { affected } = await u.run(sql, [formatIsoTime(this.clock.now()), id])
      if (affected === 0) throw new NotFoundError(createMessage('errors.noTokenListed', { id }))
      u.changeSet.raiseVersion('access')
    })
  }

  async verify(token: string, accessVersion: number): Promise<TokenIdentity | null> {
    const match = tokenPattern.exec(token)
    if (!match) return null
    const id = Number(match[1])
    const cachedToken = await this.tokenCache.get(id, accessVersion, () => this.load(id))
    const matches = timingSafeEqual(Buffer.from(sha256(token), 'hex'), cachedToken?.digest ?? dummyDigest)
    if (!cachedToken) this.tokenCache.delete(id)
    const now = this.clock.now()
    if (!cachedToken || !matches || now >= cachedToken.expires) return null
    this.noteUse(id, now)
    return cachedToken.identity
  }

  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    if (this.uses.size === 0) return this.writing
    this.writing = this.writing
      .then(() => this.writeUses())
      .catch((error: unknown) => {
        this.database.log.warn({ err: error }, 'The last uses of tokens could not be stored.')
      })
    return this.writing
  }

  /** Stores the pending times of use and stops the timer. */
  dispose(): Promise<void> {
    return this.flush()
  }

  private async load(id: number): Promise<CachedToken | null> {
    const sql = 'SELECT id, name, digest, scopes, expires FROM svc_tokens WHERE id = ? AND revoked IS NULL'
    const [row] = await this.database.query<TokenRow>(sql, [id])
    if (!row) return null
    return {
      digest: Buffer.from(row.digest, 'hex'),
      identity: Object.freeze({ id: row.id, name: row.name, grant: grantOf(JSON.parse(row.scopes) as Scope[]) }),
      expires: row.expires === null ? Infinity : Date.parse(row.expires),
    }
  }

  private async writeUses(): Promise<void> {
    const batch = [...this.uses].sort(([a], [b]) => a - b)
    this.uses.clear()
    const sql = 'UPDATE svc_tokens SET last_used = ? WHERE id = ? AND (last_used IS NULL OR last_used < ?)'
    await unit(this.database, async (u) => {
      for (const [id, at] of batch) await u.run(sql, [formatIsoTime(at), id, formatIsoTime(at)])
    })
  }

  private noteUse(id: number, at: number): void {
    this.uses.set(id, at)
    if (this.timer) return
    this.timer = setTimeout(() => void this.flush(), usageWriteDelay)
    this.timer.unref()
  }
}
