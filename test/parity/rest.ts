// Parity surface: the entity REST API over a real connection.
import { plainIssues } from '../support/caught-error.js'
import type { HostPlugin } from '../../core/contract.js'
import { standalone } from '../../hosts/standalone/index.js'
import { http } from '../../plugins/http/index.js'
import { rest as restMount } from '../../plugins/rest/index.js'
import { stock } from '../../plugins/stock/index.js'
import { neverOverloaded } from '../support/never-overloaded.js'
import { bootOn } from './in-process.js'
import type { Outcome, Step, Surface, SurfaceDefinition } from './surface.js'

interface Body {
  readonly data?: { readonly id?: number; readonly record?: unknown; readonly records?: unknown }
  readonly meta?: { readonly total?: number }
  readonly code?: string
  readonly detail?: string
  readonly validationIssues?: readonly { readonly field: string; readonly code: string; readonly message: string }[]
}

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

type RecordStep = Exclude<Step, { readonly do: 'act' }>

function callOf(step: RecordStep): Call {
  switch (step.do) {
    case 'create':
      return { method: 'POST', path: `/${step.entity}`, body: step.fields }
    case 'update':
      return { method: 'PATCH', path: `/${step.entity}/${String(step.id)}`, body: step.fields }
    case 'read':
      return { method: 'GET', path: `/${step.entity}/${String(step.id)}${step.language ? `?language=${step.language}` : ''}` }
    case 'list': {
      const query = new URLSearchParams(step.language ? { languageTag: step.language } : {})
      for (const [name, value] of Object.entries(step.filters ?? {})) query.set(`filter[${name}]`, String(value))
      return { method: 'GET', path: `/${step.entity}?${query.toString()}` }
    }
    case 'delete':
      return { method: 'DELETE', path: `/${step.entity}/${String(step.id)}` }
  }
}

function outcomeOf(body: Body): Outcome {
  if (body.code !== undefined) {
    const issues = plainIssues(body.validationIssues ?? [])
    return { refused: body.code, issues: issues.length > 0 ? issues : [{ field: '', code: '', message: body.detail ?? '' }] }
  }
  const { id, record, records } = body.data ?? {}
  return {
    ...(id !== undefined && { id }),
    ...(record !== undefined && { record }),
    ...(records !== undefined && { records, matching: body.meta?.total }),
  }
}

/** REST on a host. `prefix` is the language prefix of hosts with a language filter. */
export function restOn(name: string, host: () => HostPlugin, prefix = ''): SurfaceDefinition {
  return {
    name,
    offers: (step) => step.do !== 'act',
    open: (database) => openRest(database, host(), prefix),
  }
}

async function openRest(database: string, host: HostPlugin, prefix: string): Promise<Surface> {
  const server = http({ mounts: [restMount()], overload: neverOverloaded })
  const app = await bootOn(database, { host, plugins: [stock, server], listenPort: 0 })
  const { token } = await app.access.tokens.mint({ name: 'parity', presets: ['everything'], scopes: ['code:write'] })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return {
    async perform(step) {
      const { method, path, body } = callOf(step as RecordStep)
      const options = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await fetch(`${server.address()}${prefix}/svc-api/v1${path}`, { method, headers, ...options })
      return outcomeOf((await response.json()) as Body)
    },
    close: () => app.stop(),
  }
}

export const rest: SurfaceDefinition = restOn('REST', () => standalone())
