// Sends text small: brotli or gzip as the caller takes it, for bodies that are worth the work; what never changes is packed once.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Incoming } from './incoming.js'
import type { Reply } from './reply.js'

/** Bytes below which packing costs more than it saves: one packet carries them anyhow. */
const smallest = 1_400

const textual = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript)|image\/svg)/

export type Coding = 'br' | 'gzip'

const packed: Readonly<Record<Coding, (body: Uint8Array, thorough: boolean) => Promise<Uint8Array>>> = {
  br: (body, thorough) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: thorough ? 11 : 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      },
    }),
  gzip: (body, thorough) => promisify(gzip)(body, { level: thorough ? 9 : 5 }),
}

/** What stays the same is packed once and thoroughly; the bytes are the key, so nothing else has to know of it. */
const assets = new WeakMap<Uint8Array, Map<Coding, Promise<Uint8Array>>>()

function packedAsset(body: Uint8Array, coding: Coding): Promise<Uint8Array> {
  const known = assets.get(body) ?? new Map<Coding, Promise<Uint8Array>>()
  assets.set(body, known)
  const packing = known.get(coding) ?? packed[coding](body, true)
  known.set(coding, packing)
  return packing
}

/** Hands over what was packed before the service started: its first caller does not wait for it. */
export function keepPacked(body: Uint8Array, coding: Coding, bytes: Uint8Array): void {
  const known = assets.get(body) ?? new Map<Coding, Promise<Uint8Array>>()
  assets.set(body, known.set(coding, Promise.resolve(bytes)))
}

/** The coding that the caller takes, brotli before gzip; null where he takes neither, or says that he does not want it. */
export function codingFor(accepted: string | undefined): Coding | null {
  if (accepted === undefined) return null
  const taken = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  const takes = (coding: Coding): boolean => (taken.get(coding) ?? taken.get('*') ?? 0) > 0
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : null
}

/** The body that is worth packing, or null. */
function worthy({ body, type, headers }: Reply): string | Uint8Array | null {
  if (type === null || !textual.test(type) || headers?.['content-encoding'] !== undefined) return null
  if (typeof body === 'string') return body.length < smallest ? null : body
  return body instanceof Uint8Array && body.byteLength >= smallest ? body : null
}

/** The reply as it is sent to this caller; the same object where nothing is to be done. */
export function compressed(raw: Incoming, reply: Reply): Reply | Promise<Reply> {
  const body = worthy(reply)
  if (body === null) return reply
  const vary = reply.headers?.['vary']
  const headers = { ...reply.headers, vary: vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding` }
  const coding = raw.isHead ? null : codingFor(raw.headers['accept-encoding']?.toString())
  if (coding === null) return { ...reply, headers }
  const isAsset = typeof body !== 'string' && reply.headers?.['cache-control']?.includes('immutable') === true
  const packing = isAsset ? packedAsset(body, coding) : packed[coding](typeof body === 'string' ? Buffer.from(body) : body, false)
  return packing.then((bytes) => ({ ...reply, body: bytes, headers: { ...headers, 'content-encoding': coding } }))
}
