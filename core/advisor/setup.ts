// The advisor's configuration from the shop's settings: whether it is available, and its model vendor.
import { isAllowedAddress } from '../foundation/allowed-address.js'
import type { Context, Moment } from '../storage/context.js'
import type { Vendor } from './vendor/define.js'
import { Health, type VendorTrouble } from './vendor/health.js'

/** Set as the base URL: a script in this process answers instead of a model. */
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

/** Missing settings of the advisor. */
export type Lack = 'off' | 'vendor' | 'model' | 'address' | 'host' | 'key'

interface Told extends Omit<AdvisorSetup, 'vendor'> {
  readonly vendor: AdvisorSetup['vendor'] | null
}

/** The stored settings, complete or not. */
export function toldOf({ snapshot }: Moment): Told {
  const { settings } = snapshot
  const baseUrl = (settings.advisor_base_url ?? '').replace(/(?<!\/)\/+$/, '')
  return {
    vendor: settings.advisor_vendor || null,
    baseUrl,
    model: settings.advisor_model ?? '',
    apiKey: settings.advisor_api_key ?? '',
    scripted: baseUrl === scriptedUrl,
    retentionDays: settings.advisor_retention_days ?? null,
    autoAnalyze: settings.advisor_auto_analyze === true,
  }
}

/** Empty if the advisor can answer. */
export function lacksOf({ advisor }: Pick<Context, 'advisor'>, moment: Moment): readonly Lack[] {
  const { vendor, baseUrl, model, apiKey, scripted } = toldOf(moment)
  const lacking: Readonly<Record<Lack, boolean>> = {
    off: !moment.snapshot.settings.advisor_enabled,
    vendor: vendor === null,
    model: model === '',
    address: baseUrl === '',
    host: baseUrl !== '' && !scripted && !isAllowedAddress(baseUrl, advisor.hosts),
    key: vendor === 'anthropic' && apiKey === '' && !scripted,
  }
  return (Object.keys(lacking) as Lack[]).filter((name) => lacking[name])
}

/** null if the advisor is disabled or its settings are incomplete. */
export function setupOf(context: Pick<Context, 'advisor'>, moment: Moment): AdvisorSetup | null {
  const { vendor, ...rest } = toldOf(moment)
  return vendor === null || lacksOf(context, moment).length > 0 ? null : { vendor, ...rest }
}

interface Healths {
  readonly vendors: Map<string, Health>
  readonly listeners: Set<() => void>
}

const healths = new WeakMap<Context, Healths>()

function healthsOf(context: Context): Healths {
  const known = healths.get(context) ?? { vendors: new Map(), listeners: new Set() }
  healths.set(context, known)
  return known
}

/** The vendor's health as seen by this process. */
export function healthOf(context: Context, { key }: Vendor): Health {
  const { vendors, listeners } = healthsOf(context)
  const told = (): void => {
    for (const listener of listeners) listener()
  }
  const health = vendors.get(key) ?? new Health(undefined, told)
  vendors.set(key, health)
  return health
}

/** The current failures of the vendors that this process has called; the worst one. null if the last call of each succeeded. */
export function vendorTrouble(context: Context): VendorTrouble | null {
  const troubles = [...healthsOf(context).vendors.values()].flatMap(({ trouble }) => trouble ?? [])
  return troubles.toSorted((a, b) => b.failures - a.failures)[0] ?? null
}

/** Calls `listener` when a vendor starts or stops resting. Returns the function that unsubscribes. */
export function onVendorTurn(context: Context, listener: () => void): () => void {
  const { listeners } = healthsOf(context)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const scripts = new WeakMap<Context, Promise<{ readonly url: string }>>()

/** The script's server, started on first use. */
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
