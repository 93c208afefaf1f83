// Creates PNG files for tests from pixels, valid or with a defect.
import { crc32, deflateSync } from 'node:zlib'

function createChunk(type: string, data: Buffer): Buffer {
  const typedData = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typedData))
  return Buffer.concat([length, typedData, sum])
}

/** Pixels of one shade. Each row begins with its filter type. */
export function createPixels(width: number, height: number, shade = 0x80): Buffer {
  const row = 1 + width * 4
  return deflateSync(Buffer.alloc(height * row, Buffer.alloc(row, shade).fill(0, 0, 1)))
}

/** Opaque RGB pixels. `colour` returns the red, green and blue of a column. */
export function createPixelRows(width: number, height: number, colour: (x: number) => readonly [number, number, number]): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: width }, (_, x) => [...colour(x), 255]).flat()])
  return deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
}

/** A half-transparent PNG of one colour. */
export function createPng(width: number, height: number, pixels = createPixels(width, height)): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6], 8)
  const chunks = [createChunk('IHDR', header), createChunk('IDAT', pixels), createChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}
