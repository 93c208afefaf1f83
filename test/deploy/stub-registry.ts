// A local npm registry with the packages in node_modules, each as an archive that contains only a manifest.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { repositoryRoot } from '../support/repository.js'

export interface StubRegistry {
  readonly url: string
  /** Requested names that are unknown. */
  readonly unknown: readonly string[]
  close(): void
}

/** A tar archive of one file. */
function createTar(name: string, text: string): Buffer {
  const body = Buffer.from(text)
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512), Buffer.alloc(1024)])
}

export async function openStubRegistry(): Promise<StubRegistry> {
  const unknown: string[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname).slice(1)
    const [name = '', archive] = path.split('/-/')
    const file = join(repositoryRoot, 'node_modules', name, 'package.json')
    if (name === '' || !existsSync(file)) {
      unknown.push(name)
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error": "not found"}')
      return
    }
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }
    const manifest = { name, version }
    if (archive !== undefined) return void response.end(createTar('package/package.json', JSON.stringify(manifest)))
    const { port } = server.address() as AddressInfo
    const dist = { tarball: `http://127.0.0.1:${port}/${name}/-/stub.tgz` }
    const packument = { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(packument))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    unknown,
    close: () => void server.close(),
  }
}
