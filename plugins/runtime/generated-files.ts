// Generated files of the runtime API for svc:types:generate: its OpenAPI document and its typed client.
import { formatJsonFile, type Registry } from '#core/surface.js'
import { generateShopClient } from './shop-client.js'
import { buildRuntimeDocument } from './runtime-document.js'
import { runtimeBase } from './verb-route.js'

/** Maps paths below the folder to contents. The same registry always produces the same bytes. */
export function generateRuntimeFiles(registry: Registry): ReadonlyMap<string, string> {
  return new Map([
    ['openapi-runtime.json', formatJsonFile(buildRuntimeDocument(registry, runtimeBase))],
    ['client/shop.ts', generateShopClient(registry)],
  ])
}
