// What the shop's settings say of the advisor: whether there is one, and by which vendor it speaks.
import type { Context, Moment } from '../storage/context.js'
import type { Vendor } from './vendor/define.js'
import { Health } from './vendor/health.js'
import { isAllowed } from './vendor/outbound.js'

/** In the place of a base URL: a script answers, in this process. */
export const scriptedUrl = 'scripted:'

export interface AdvisorSetup {
  readonly vendor: 'openai_compatible' | 'anthropic'
  readonly baseUrl: string
  readonly model: string
  readonly apiKey: string
  readonly scripted: boolean
  readonly retentionDays: number | null
  readonly autoAnalyze: boolean
}

/** null where the advisor is switched off, or lacks what it needs. */
export function setupOf({ advisor }: Pick<Context, 'advisor'>, { snapshot }: Moment): AdvisorSetup | null {
  const { settings } = snapshot
  const { advisor_enabled, advisor_vendor: vendor, advisor_base_url, advisor_model: model, advisor_api_key } = settings
  const baseUrl = (advisor_base_url ?? '').replace(/(?<!\/)\/+$/, '')
  const apiKey = advisor_api_key ?? ''
  const scripted = baseUrl === scriptedUrl
  if (!advisor_enabled || !vendor || !model || !(scripted || isAllowed(baseUrl, advisor.hosts))) return null
  if (vendor === 'anthropic' && apiKey === '' && !scripted) return null
  return {
    vendor,
    baseUrl,
    model,
    apiKey,
    scripted,
    retentionDays: settings.advisor_retention_days ?? null,
    autoAnalyze: settings.advisor_auto_analyze === true,
  }
}

const healths = new WeakMap<Context, Map<string, Health>>()

/** How the vendor has done in this process. */
export function healthOf(context: Context, { key }: Vendor): Health {
  const known = healths.get(context) ?? new Map<string, Health>()
  healths.set(context, known)
  const health = known.get(key) ?? new Health()
  known.set(key, health)
  return health
}

const scripts = new WeakMap<Context, Promise<{ readonly url: string }>>()

/** The script's server, which is begun when it is asked for first. */
async function scriptUrl(context: Context): Promise<string> {
  const known = scripts.get(context)
  if (known) return (await known).url
  const starting = import('./vendor/scripted/server.js').then(async ({ startScript }) => {
    const script = await startScript({ pause: 12 })
    context.background.atEnd(() => script.stop())
    return script
  })
  scripts.set(context, starting)
  return (await starting).url
}

export async function vendorOf(context: Context, setup: AdvisorSetup): Promise<Vendor> {
  const { hosts, patience } = context.advisor
  const { model, apiKey } = setup
  const baseUrl = setup.scripted ? await scriptUrl(context) : setup.baseUrl
  const line = { baseUrl, patience, hosts: setup.scripted ? [new URL(baseUrl).host] : hosts }
  return setup.vendor === 'anthropic'
    ? (await import('./vendor/anthropic.js')).anthropic(line, { model, apiKey })
    : (await import('./vendor/openai-compatible.js')).openaiCompatible(line, { model, apiKey })
}
