// Compresses text replies with brotli or gzip. Immutable assets are compressed once and cached.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { appendVary } from './origins.js'
import type { Payload } from './reply.js'

/** Minimum size in bytes. A smaller body fits into one packet anyway. */
export const minCompressedSize = 1_400

const textTypePattern = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript)|image\/svg)/

export type ContentCoding = 'br' | 'gzip'

const compressors: Readonly<Record<ContentCoding, (body: Uint8Array, thorough: boolean) => Promise<Uint8Array>>> = {
  br: (body, thorough) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: thorough ? 11 : 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      },
    }),
  gzip: (body, thorough) => promisify(gzip)(body, { level: thorough ? 9 : 5 }),
}

/** Immutable assets, compressed once at the highest level. The body's buffer is the key. */
const compressedAssets = new WeakMap<Uint8Array, Map<ContentCoding, Promise<Uint8Array>>>()

/** Reads a variant that the build compressed; null if there is none for this body. */
type VariantReader = (coding: ContentCoding) => Promise<Uint8Array | null>
const variantReaders = new WeakMap<Uint8Array, VariantReader>()

/** Registers the variants of the build, so the first client does not wait for the compression. */
export function setVariantReader(body: Uint8Array, read: VariantReader): void {
  variantReaders.set(body, read)
}

export function compressAsset(body: Uint8Array, coding: ContentCoding): Promise<Uint8Array> {
  const variants = compressedAssets.get(body) ?? new Map<ContentCoding, Promise<Uint8Array>>()
  compressedAssets.set(body, variants)
  const packing = variants.get(coding) ?? readOrCompress(body, coding)
  variants.set(coding, packing)
  return packing
}

async function readOrCompress(body: Uint8Array, coding: ContentCoding): Promise<Uint8Array> {
  return (await variantReaders.get(body)?.(coding)) ?? compressors[coding](body, true)
}

/** Chooses the coding from Accept-Encoding, brotli before gzip. Returns null if the client accepts neither, or excludes both by `q=0`. */
export function chooseCoding(accepted: string | undefined): ContentCoding | null {
  if (accepted === undefined) return null
  const qualities = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  const canUse = (coding: ContentCoding): boolean => (qualities.get(coding) ?? qualities.get('*') ?? 0) > 0
  if (canUse('br')) return 'br'
  return canUse('gzip') ? 'gzip' : null
}

/** The payload if compressing it is worthwhile, else null. */
function getCompressiblePayload(reply: FastifyReply, payload: Payload): string | Uint8Array | null {
  if (!textTypePattern.test(String(reply.getHeader('content-type') ?? '')) || reply.hasHeader('content-encoding')) return null
  if (typeof payload === 'string') return payload.length < minCompressedSize ? null : payload
  return payload instanceof Uint8Array && payload.byteLength >= minCompressedSize ? payload : null
}

export interface CompressedPayload {
  readonly bytes: Uint8Array
  readonly coding: ContentCoding
}

/** Adds `Vary` to a compressible reply, and compresses it for this client. Returns null if the payload is sent unchanged. */
export function compressPayload(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
): Promise<CompressedPayload> | null {
  const body = getCompressiblePayload(reply, payload)
  if (body === null) return null
  appendVary(reply, 'accept-encoding')
  const coding = request.method === 'HEAD' ? null : chooseCoding(request.headers['accept-encoding']?.toString())
  if (coding === null) return null
  const isAsset = typeof body !== 'string' && String(reply.getHeader('cache-control')).includes('immutable')
  const packing = isAsset
    ? compressAsset(body, coding)
    : compressors[coding](typeof body === 'string' ? Buffer.from(body) : body, false)
  return packing.then((bytes) => ({ bytes, coding }))
}
