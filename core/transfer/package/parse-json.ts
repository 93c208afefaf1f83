// Decodes and parses the JSON of a package in pieces, after a scan: its sender is untrusted, and its size may be hundreds of megabytes.
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { JsonOverloadScan, toJsonLimits } from '../../foundation/json.js'
import { parseLargeJson } from '../../foundation/large-json.js'

/** Bytes that are processed without yielding to the event loop. */
const pieceBytes = 524_288

/** Why bytes were not parsed. */
type JsonFailure = 'invalid' | 'too-complex'

class UnparsedJson extends Error {
  constructor(readonly failure: JsonFailure) {
    super(failure)
  }
}

/** Limits of one JSON text. */
export interface JsonSize {
  /** Maximum length of such a text in bytes; a higher limit allows more objects and arrays. */
  readonly bytes: number
  /** Maximum number of keys of an object. */
  readonly keys: number
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    if (from > 0) await nextTurn()
    yield bytes.subarray(from, from + pieceBytes)
  }
}

function parsePiece(piece: string): unknown {
  try {
    return JSON.parse(piece)
  } catch {
    throw new UnparsedJson('invalid')
  }
}

/** Parses UTF-8 bytes. Objects of large texts have no prototype. */
export async function parsePackageJson(
  bytes: Uint8Array,
  limits: JsonSize,
): Promise<{ readonly value: unknown } | { readonly failure: JsonFailure }> {
  const scan = new JsonOverloadScan(toJsonLimits(limits.bytes))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parts: string[] = []
  try {
    for await (const slice of slices(bytes)) {
      if (scan.scan(slice) !== null) throw new UnparsedJson('too-complex')
      parts.push(decoder.decode(slice, { stream: true }))
    }
    parts.push(decoder.decode())
    const value = await parseLargeJson(parts.join(''), {
      parse: parsePiece,
      fail() {
        throw new UnparsedJson('invalid')
      },
      accept: (piece) => piece,
      checkKeys(count) {
        if (count > limits.keys) throw new UnparsedJson('too-complex')
      },
    })
    return { value }
  } catch (error) {
    if (error instanceof UnparsedJson) return { failure: error.failure }
    // The bytes are not UTF-8.
    if (error instanceof TypeError) return { failure: 'invalid' }
    throw error
  }
}

/** The SHA-256 digest in hexadecimal, computed in pieces. */
export async function digestInPieces(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for await (const slice of slices(bytes)) hash.update(slice)
  return hash.digest('hex')
}
