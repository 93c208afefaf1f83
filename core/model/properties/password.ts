// The `password` kind: plain text in, a salted scrypt hash in the column, never read again.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import {
  type Column,
  type JsonSchema,
  type PropertyKind,
  Refusal,
  type UnnamedProperty,
  type Typed,
} from '../../ground/property/kind.js'
import type { Given } from '../../ground/property/options.js'
import type { Exactly, NoOptions } from '../../ground/property/typing.js'
import { characters, judgeText, shortText } from '../../ground/property/text.js'

export type PasswordOptions = Readonly<Record<never, never>>

/** Characters that a password has at least. */
const shortestPassword = 10

/** The usual interactive cost: 2^15 rounds on 8 blocks, 32 MB for about 60 ms. */
const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const keyLength = 32

function derive(password: string, salt: Buffer, settings: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, settings, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** True for a text that may become a password; a shorter or longer one is refused by the kind. */
export function isPassword(value: unknown): value is string {
  return typeof value === 'string' && judgePassword('', value).length === 0
}

function judgePassword(label: string, value: unknown): readonly Refusal[] {
  if (typeof value !== 'string') return [new Refusal(`Field ${label} takes a text.`, 'WRONG_TYPE')]
  if (characters(value) < shortestPassword)
    return [new Refusal(`Field ${label} takes at least ${shortestPassword} characters.`, 'TOO_SHORT')]
  return judgeText(label, value, shortText)
}

/** `scrypt$<N>$<r>$<p>$<salt>$<key>`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** True where the hash is that password's; compares in constant time, false for anything that is no hash. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt = '', key = ''] = hash.split('$')
  if (scheme !== 'scrypt') return false
  const wanted = Buffer.from(key, 'base64url')
  const found = await derive(password, Buffer.from(salt, 'base64url'), { ...cost, N: Number(N), r: Number(r), p: Number(p) })
  return wanted.length === found.length && timingSafeEqual(wanted, found)
}

export const passwordKind: PropertyKind<PasswordOptions> = {
  name: 'password',
  control: 'password',
  column: (): Column => ({ type: 'string', length: shortText, nullable: false }),
  schema: (): JsonSchema => ({ type: ['string', 'null'], minLength: shortestPassword, maxLength: shortText }),
  typeText: () => 'string',
  prepare: (value) => (value === '' ? null : value),
  validate: (value, property) => judgePassword(property.label, value),
}

/** A password; the entity's `prepare` hashes what was sent. */
export function password<const G extends Given = NoOptions>(
  label: string,
  given?: Exactly<G, Given>,
): Typed<PasswordOptions, G, string, ''>
export function password(label: string, given: Given = {}): UnnamedProperty<PasswordOptions> {
  return { kind: passwordKind, label, apiSensitive: true, ...given, options: {} }
}
