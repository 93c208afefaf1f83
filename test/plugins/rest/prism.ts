// Runs the validating proxy Prism in front of a service. Replies that violate the OpenAPI document become errors.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../support/free-port.js'
import type { JsonReply, JsonClient } from '../../support/json-client.js'

/** Path of the Prism program, if the run uses it. */
export const prismProgram: string | undefined = process.env.SVC_TEST_PRISM

export interface Prism {
  readonly url: string
  /** True if the document contains the operation, so the call can use the proxy. */
  documents(method: string, path: string): boolean
  stop(): Promise<void>
}

interface OpenapiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const apiPath = '/svc-api/v1'

/** Starts the proxy in front of the API at `upstream`. Undocumented replies become errors with status 500. */
export async function startPrism(program: string, upstream: string, document: unknown): Promise<Prism> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-prism-'))
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const port = await findFreePort()
  const options = ['proxy', file, upstream + apiPath, '--errors', '--validate-request=false', '--port', String(port)]
  const child = spawn(process.execPath, [program, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output = (output + String(chunk)).slice(-10_000)
      if (output.includes('Prism is listening')) resolve()
    })
    child.once('exit', () => reject(new Error(`Prism ended before it listened: ${output}`)))
  })
  const templates = Object.entries((document as OpenapiDocument).paths).map(([template, operations]) => ({
    pattern: new RegExp(
      `^${apiPath}${template
        .replace(/\/$/, '/?')
        .replaceAll('.', '\\.')
        .replaceAll(/\{\w+\}/g, '[^/.]+')}$`,
    ),
    methods: Object.keys(operations),
  }))
  return {
    url: `http://127.0.0.1:${port}`,
    documents(method, path) {
      const at = path.split('?')[0]!
      return templates.some(({ pattern, methods }) => methods.includes(method.toLowerCase()) && pattern.test(at))
    },
    async stop() {
      child.kill()
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

/** A client that sends documented calls through the proxy. Throws the proxy's own objections. */
export function createProxiedClient(prism: Prism, direct: JsonClient, through: JsonClient): JsonClient {
  const send: JsonClient['send'] = async (method, path, body, headers = {}): Promise<JsonReply> => {
    const override = method === 'POST' ? headers['x-http-method-override'] : undefined
    if (override !== undefined || !prism.documents(method, path)) return direct.send(method, path, body, headers)
    const answer = await through.send(method, path.slice(apiPath.length) || '/', body, headers)
    const { type } = answer.body as { type?: unknown }
    // Prism reports minor violations, such as an undocumented status, only in a header.
    const violations = answer.headers['sl-violations']
    if (violations !== undefined) throw new Error(`${method} ${path} (${answer.status}): ${String(violations)}`)
    if (typeof type === 'string' && type.includes('stoplight.io')) {
      throw new Error(
        `${method} ${path}: the OpenAPI document does not allow the answer: ${JSON.stringify(answer.body).slice(0, 2000)}`,
      )
    }
    return answer
  }
  return {
    ...direct,
    send,
    async data<T>(method: string, path: string, body?: unknown): Promise<T> {
      const answer = await send(method, path, body)
      if (answer.status < 200 || answer.status > 299)
        throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return (answer.body as { readonly data: T }).data
    },
    close() {
      direct.close()
      through.close()
    },
  }
}
