#!/usr/bin/env node
// What `npm create product-configurator-service` runs: the command svc:create of the service, with the words it was given.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const manifest = createRequire(import.meta.url).resolve('product-configurator-service/package.json')
process.argv.splice(2, 0, 'svc:create')
await import(pathToFileURL(join(manifest, '..', 'bin', 'svc')).href)
