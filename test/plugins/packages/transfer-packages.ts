// Transfer packages for tests: a separate transfer folder, an independent reader, and modified packages.
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { ZipFile } from 'yazl'

export interface TransferFolder {
  readonly path: string
  file(name: string): string
  remove(): Promise<void>
}

export async function transferFolder(): Promise<TransferFolder> {
  const path = await mkdtemp(join(tmpdir(), 'svc-transfer-'))
  return { path, file: (name) => join(path, name), remove: () => rm(path, { recursive: true, force: true }) }
}

export type ZipEntries = Map<string, Buffer>

/** Entries by name in file order, read from the central directory without the service's reader. */
export function unzipEntries(bytes: Buffer): ZipEntries {
  const entries: ZipEntries = new Map()
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)]
    const lengths = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    const name = bytes.toString('utf8', at + 46, at + 46 + lengths[0]!)
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(start, start + packed)
    entries.set(name, method === 0 ? Buffer.from(content) : inflateRawSync(content))
    at += 46 + lengths[0]! + lengths[1]! + lengths[2]!
  }
  return entries
}

export async function readEntries(path: string): Promise<ZipEntries> {
  return unzipEntries(await readFile(path))
}

/** Creates a zip file of the entries. */
export async function zipEntries(entries: Iterable<readonly [string, Buffer]>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of entries) zip.addBuffer(content, name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

type Manifest = Record<string, unknown> & { files: Record<string, { sha256: string; size: number }> }

export const parseTestManifest = (entries: ZipEntries): Manifest =>
  JSON.parse(entries.get('manifest.json')!.toString()) as Manifest

export function setManifest(entries: ZipEntries, change: (manifest: Manifest) => void): void {
  const manifest = parseTestManifest(entries)
  change(manifest)
  entries.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
}

/** Adds or replaces a file with its correct checksum. */
export function setEntry(entries: ZipEntries, name: string, content: Buffer | string): void {
  const bytes = Buffer.from(content)
  entries.set(name, bytes)
  setManifest(entries, ({ files }) => {
    files[name] = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
  })
}

export type TransferRow = Record<string, unknown> & { id: number }

export const readRows = (entries: ZipEntries, name: string): TransferRow[] =>
  entries
    .get(name)!
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TransferRow)

/** Replaces the records of an entity, and updates the manifest to match. */
export function setRows(entries: ZipEntries, product: number, entity: string, rows: readonly unknown[]): void {
  setEntry(entries, `product-${product}/${entity}.jsonl`, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  setManifest(entries, (manifest) => {
    const productEntry = (manifest['products'] as { id: number; records: Record<string, number> }[]).find(
      ({ id }) => id === product,
    )
    if (productEntry) productEntry.records[entity] = rows.length
  })
}

export async function writeZip(path: string, entries: ZipEntries): Promise<void> {
  await writeFile(path, await zipEntries(entries))
}
