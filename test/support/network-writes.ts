// Counts socket writes, to test that pipelined statements are sent in one write.
import { Socket } from 'node:net'

const writeMethods = ['_write', '_writev'] as const

/** Writes of all sockets of this process while `work` runs. */
export async function countNetworkWrites(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const prototype = Socket.prototype as unknown as Record<(typeof writeMethods)[number], (...args: unknown[]) => unknown>
  const own = writeMethods.map((way) => prototype[way])
  for (const [at, way] of writeMethods.entries()) {
    prototype[way] = function (...args) {
      count++
      return own[at]!.apply(this, args)
    }
  }
  try {
    await work()
    return count
  } finally {
    for (const [at, way] of writeMethods.entries()) prototype[way] = own[at]!
  }
}
