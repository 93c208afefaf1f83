// Hostile files: beginnings of uploads, and transfer packages whose manifest or records are expensive to parse.
import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { packageLimits } from '../../../plugins/packages/package/format.js'
import type { Attack } from './adversary.js'
import type { Target } from './large-table-requests.js'

/** The beginning of a file by its name, and the text that fills it up. */
export const fileBeginnings: Readonly<Record<string, readonly [before: string, fill: string]>> = {
  'a.svg': ['<svg xmlns="http://www.w3.org/2000/svg">', '<g>'],
  'b.svg': ['<svg xmlns="http://www.w3.org/2000/svg">', '<path d="M0 0L1 1"/>'],
  'c.svg': ['<svg xmlns="http://www.w3.org/2000/svg"><g ', ' a="b"'],
  'd.svg': ['<!-- ', '<!---->'],
  'a.png': ['\u0089PNG\r\n', 'IDAT'],
  'a.gif': ['GIF89a', '\u0001'],
  'a.pdf': ['%PDF-1.7\n', '1 0 obj\n'],
  'a.zip': ['PK\u0003\u0004', 'PK\u0001\u0002'],
  'a.txt': ['a', ' '],
}

const toChecksum = (content: string): object => ({
  sha256: createHash('sha256').update(content).digest('hex'),
  size: Buffer.byteLength(content),
})

async function zip(parts: Readonly<Record<string, string>>): Promise<Uint8Array<ArrayBuffer>> {
  const file = new ZipFile()
  // Not compressed: a reader rejects files that become too large when unpacked.
  for (const [name, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), name, { compress: false })
  file.end()
  return new Uint8Array(await buffer(file.outputStream))
}

const createManifest = (fields: object): string =>
  JSON.stringify({
    ...{ format: 'svc-product-package', version: 1, service: '1.0.0', languages: ['en-GB', 'de-DE'] },
    products: [{ id: 1, title: 'Lamp', records: { product: 1 }, files: 0 }],
    outside: [{ entity: 'tax-class', id: 1, names: {} }],
    files: {},
    ...fields,
  })

const zipManifest = (manifest: string): Promise<Uint8Array<ArrayBuffer>> => zip({ 'manifest.json': manifest })

function zipProduct(record: string): Promise<Uint8Array<ArrayBuffer>> {
  const path = 'product-1/product.jsonl'
  return zip({ 'manifest.json': createManifest({ files: { [path]: toChecksum(record) } }), [path]: record })
}

const fill = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))
const nested = (bytes: number): string => fill('[', bytes / 2) + fill(']', bytes / 2)
const keys = (bytes: number): string => Array.from({ length: bytes / 14 }, (_, at) => `"key${at}":1`).join(',')

/** Packages by name. Functions, because each takes many megabytes. */
const hostilePackages: Readonly<Record<string, () => Promise<Uint8Array<ArrayBuffer>>>> = {
  'nested manifest': () => zipManifest(`{"format":${nested(packageLimits.manifest - 100)}}`),
  'manifest of numbers': () => zipManifest(`{"format":[${fill('1,', packageLimits.manifest - 100)}1]}`),
  'manifest of keys': () => zipManifest(`{${keys(packageLimits.manifest - 100)}}`),
  'manifest of files': () =>
    zipManifest(
      createManifest({
        files: Object.fromEntries(Array.from({ length: 130_000 }, (_, at) => [`product-1/files/${at}.png`, toChecksum('')])),
      }),
    ),
  'manifest of references': () =>
    zipManifest(
      createManifest({ outside: Array.from({ length: 320_000 }, (_, id) => ({ entity: 'country', id, names: { a: 'b' } })) }),
    ),
  'record of numbers': () => zipProduct(`{"id":1,"title_en_GB":[${fill('1,', 2 * packageLimits.row)}1]}`),
  'record of keys': () => zipProduct(`{"id":1,${keys(packageLimits.row - 100)}}`),
  'record with a long title': () =>
    zipProduct(`{"id":1,"tax_class_id":1,"title_de_DE":"A","title_en_GB":"${fill('a\u05d0', packageLimits.row - 100)}"}`),
  'record with long markup': () =>
    zipProduct(
      `{"id":1,"tax_class_id":1,"title_de_DE":"A","title_en_GB":"A","description_en_GB":"${fill('<b>', packageLimits.row - 200)}"}`,
    ),
  'a million records': () => zipProduct(fill('{"id":1,"title_en_GB":"Lamp"}\n', packageLimits.records / 4)),
}

/** Uploads, checks, compares and imports each package. */
export async function createPackageTargets(session: Readonly<Record<string, string>>): Promise<readonly Target[]> {
  const targets: Target[] = []
  for (const [name, create] of Object.entries(hostilePackages)) {
    const path = `${randomUUID()}.zip`
    const upload: Attack = {
      method: 'POST',
      path: `/svc-admin/api/transfer/${path}`,
      headers: { 'content-type': 'application/octet-stream', ...session },
      body: { kind: 'bytes', name, bytes: await create(), size: 0 },
    }
    const act = (action: string, value: object): Attack => ({
      method: 'POST',
      path: `/svc-admin/api/actions/${action}`,
      headers: { 'content-type': 'application/json', ...session },
      body: { kind: 'json', value, size: 0 },
    })
    const uses = [
      act('check-product-package', { path }),
      act('diff-products', { from: path, to: path }),
      act('import-product-package', { path, acknowledge_warnings: true }),
    ]
    targets.push({ name, attacks: [upload, ...uses] })
  }
  return targets
}
