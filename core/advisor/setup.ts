// What the shop's settings say of the advisor: whether there is one, and by which vendor it speaks.
import { isAllowedAddress } from '../foundation/allowed-address.js'
import type { Context, Moment } from '../storage/context.js'
import type { Vendor } from './vendor/define.js'
import { Health, type VendorTrouble } from './vendor/health.js'

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

/** What the advisor lacks before it can answer, each by the setting that gives it. */
export type Lack = 'off' | 'vendor' | 'model' | 'address' | 'host' | 'key'

interface Told extends Omit<AdvisorSetup, 'vendor'> {
  readonly vendor: AdvisorSetup['vendor'] | null
}

/** As the settings have it, whether anything can answer by them or not. */
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

/** Nothing where a shopper is answered. */
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

/** null where the advisor is switched off, or lacks what it needs. */
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

/** How the vendor has done in this process. */
export function healthOf(context: Context, { key }: Vendor): Health {
  const { vendors, listeners } = healthsOf(context)
  const told = (): void => {
    for (const listener of listeners) listener()
  }
  const health = vendors.get(key) ?? new Health(undefined, told)
  vendors.set(key, health)
  return health
}

/** What ails a vendor that this process has called; the worst where there are several, null where all have answered. */
export function vendorTrouble(context: Context): VendorTrouble | null {
  const troubles = [...healthsOf(context).vendors.values()].flatMap(({ trouble }) => trouble ?? [])
  return troubles.toSorted((a, b) => b.failures - a.failures)[0] ?? null
}

/** Calls back when a vendor begins to be left alone, and when that is over; returns the end of it. */
export function onVendorTurn(context: Context, listener: () => void): () => void {
  const { listeners } = healthsOf(context)
  listeners.add(listener)
  return () => void listeners.delete(listener)
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
