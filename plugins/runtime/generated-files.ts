// What svc:types:generate writes of the runtime API: its OpenAPI document and its typed client.
import type { Registry } from '#core/model/registry.js'
import { formatJsonFile } from '#core/model/schema/generated-types.js'
import { shopClient } from './client.js'
import { runtimeDocument } from './openapi.js'
import { runtimeBase } from './verb-route.js'

/** Path below the folder → content; the same registry always gives the same bytes. */
export function runtimeFiles(registry: Registry): ReadonlyMap<string, string> {
  return new Map([
    ['openapi-runtime.json', formatJsonFile(runtimeDocument(registry, runtimeBase))],
    ['client/shop.ts', shopClient(registry)],
  ])
}
