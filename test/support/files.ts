// A file store that keeps everything in memory.
import type { FileStore } from '../../core/storage/files/file-store.js'

export function createMemoryFiles(): FileStore {
  const files = new Map<string, { readonly bytes: Uint8Array; readonly at: number }>()
  return {
    put(name, bytes) {
      files.set(name, { bytes: Uint8Array.from(bytes), at: Date.now() })
      return Promise.resolve()
    },
    get: (name) => Promise.resolve(files.get(name)?.bytes ?? null),
    remove(name) {
      files.delete(name)
      return Promise.resolve()
    },
    async sweep(isKnown, olderThan) {
      let removed = 0
      for (const [name, { at }] of files) {
        if (at >= olderThan || (await isKnown(name))) continue
        files.delete(name)
        removed++
      }
      return removed
    },
  }
}
