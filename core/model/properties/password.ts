// The `password` property kind: accepts plain text and stores a salted scrypt hash. Never returned.
import { createLabel, createMessage } from '../../foundation/message.js'
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import {
  type Column,
  type JsonSchema,
  type PropertyKind,
  Refusal,
  type UnnamedProperty,
  type Typed,
  type FactoryOptions,
} from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import { countCharacters, validateText, shortText } from '../../foundation/property/text.js'

export type PasswordOptions = Readonly<Record<never, never>>

/** Minimum length of a password in characters. */
const minimumLength = 10

/** A common cost for interactive logins: 2^15 rounds with 8 blocks need 32 MB and about 60 ms. */
const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const keyLength = 32

function derive(password: string, salt: Buffer, settings: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, settings, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** True for a valid password. The kind refuses other values. */
export function isPassword(value: unknown): value is string {
  return typeof value === 'string' && validatePassword('', value).length === 0
}

function validatePassword(label: string, value: unknown): readonly Refusal[] {
  if (typeof value !== 'string')
    return [new Refusal(createMessage('fields.textRequired', { field: createLabel('field', label) }), 'WRONG_TYPE')]
  if (countCharacters(value) < minimumLength)
    return [
      new Refusal(
        createMessage('fields.textTooShort', { field: createLabel('field', label), least: minimumLength }),
        'TOO_SHORT',
      ),
    ]
  return validateText(label, value, shortText)
}

/** Returns `scrypt$<N>$<r>$<p>$<salt>$<key>` with salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** True if the password matches the hash. Compares in constant time. False for malformed hashes. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt = '', key = ''] = hash.split('$')
  if (scheme !== 'scrypt') return false
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), { ...cost, N: Number(N), r: Number(r), p: Number(p) })
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

export const passwordKind: PropertyKind<PasswordOptions> = {
  name: 'password',
  control: 'password',
  column: (): Column => ({ type: 'string', length: shortText, nullable: false }),
  schema: (): JsonSchema => ({ type: ['string', 'null'], minLength: minimumLength, maxLength: shortText }),
  typeText: () => 'string',
  prepare: (value) => (value === '' ? null : value),
  validate: (value, property) => validatePassword(property.label, value),
}

/** A password. The `prepare` hook of the entity hashes it. */
export function password<const G extends FactoryOptions = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions>,
): Typed<PasswordOptions, G, string, ''>
export function password(label: string, propertyOptions: FactoryOptions = {}): UnnamedProperty<PasswordOptions> {
  return { kind: passwordKind, label, apiSensitive: true, ...propertyOptions, options: {} }
}
