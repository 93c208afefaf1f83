// Generated files of the runtime API for svc:types:generate: its OpenAPI document and its typed client.
import type { Registry } from '#core/model/registry.js'
import { formatJsonFile } from '#core/model/schema/generated-types.js'
import { shopClient } from './client.js'
import { runtimeDocument } from './openapi.js'
import { runtimeBase } from './verb-route.js'

/** Maps paths below the folder to contents. The same registry always produces the same bytes. */
export function runtimeFiles(registry: Registry): ReadonlyMap<string, string> {
  return new Map([
    ['openapi-runtime.json', formatJsonFile(runtimeDocument(registry, runtimeBase))],
    ['client/shop.ts', shopClient(registry)],
  ])
}
