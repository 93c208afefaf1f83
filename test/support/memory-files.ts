// A file store in memory.
import { FileTooLargeError, headLength, type FileStore } from '../../core/storage/files/file-store.js'

export function createMemoryFiles(): FileStore {
  const files = new Map<string, { readonly bytes: Uint8Array; readonly at: number }>()
  const put = (name: string, bytes: Uint8Array): Promise<void> => {
    files.set(name, { bytes: Uint8Array.from(bytes), at: Date.now() })
    return Promise.resolve()
  }
  const store: FileStore = {
    ready: () => Promise.resolve(),
    scoped: () => store,
    async retain() {
      const retained = new Map<string, Uint8Array>()
      return {
        async add(name) {
          const file = files.get(name)
          if (file) retained.set(name, file.bytes)
          return file !== undefined
        },
        size: async (name) => retained.get(name)!.length,
        async *read(name) {
          yield retained.get(name)!
        },
        release: async () => retained.clear(),
      }
    },
    async receive(chunks, limit) {
      const parts: Uint8Array[] = []
      let size = 0
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > limit) throw new FileTooLargeError(`The file has more than ${limit} bytes.`)
        parts.push(chunk)
      }
      const bytes = Buffer.concat(parts)
      return { size, head: bytes.subarray(0, headLength), keep: (name) => put(name, bytes), drop: () => Promise.resolve() }
    },
    put,
    get: (name) => Promise.resolve(files.get(name)?.bytes ?? null),
    remove(name) {
      files.delete(name)
      return Promise.resolve()
    },
    async deleteUnused(findReferenced, olderThan) {
      let removed = 0
      const referenced = await findReferenced([...files.keys()])
      for (const [name, { at }] of files) {
        if (at >= olderThan || referenced.has(name)) continue
        files.delete(name)
        removed++
      }
      return removed
    },
  }
  return store
}
