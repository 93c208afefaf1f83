// The advisor's configuration from the shop's settings: whether it is available, and its model vendor.
import { isAllowedAddress } from '../foundation/allowed-address.js'
import type { Context, VersionedSnapshot } from '../storage/context.js'
import type { Vendor } from './vendor/define.js'
import { VendorHealth, type VendorTrouble } from './vendor/health.js'

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
export type MissingSetting = 'off' | 'vendor' | 'model' | 'address' | 'host' | 'key'

interface StoredAdvisorSettings extends Omit<AdvisorSetup, 'vendor'> {
  readonly vendor: AdvisorSetup['vendor'] | null
}

/** The stored settings, complete or not. */
export function readAdvisorSettings({ snapshot }: VersionedSnapshot): StoredAdvisorSettings {
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
export function findMissingSettings(
  { advisor }: Pick<Context, 'advisor'>,
  shopSnapshot: VersionedSnapshot,
): readonly MissingSetting[] {
  const { vendor, baseUrl, model, apiKey, scripted } = readAdvisorSettings(shopSnapshot)
  const lacking: Readonly<Record<MissingSetting, boolean>> = {
    off: !shopSnapshot.snapshot.settings.advisor_enabled,
    vendor: vendor === null,
    model: model === '',
    address: baseUrl === '',
    host: baseUrl !== '' && !scripted && !isAllowedAddress(baseUrl, advisor.hosts),
    key: vendor === 'anthropic' && apiKey === '' && !scripted,
  }
  return (Object.keys(lacking) as MissingSetting[]).filter((name) => lacking[name])
}

/** null if the advisor is disabled or its settings are incomplete. */
export function getAdvisorSetup(context: Pick<Context, 'advisor'>, shopSnapshot: VersionedSnapshot): AdvisorSetup | null {
  const { vendor, ...rest } = readAdvisorSettings(shopSnapshot)
  return vendor === null || findMissingSettings(context, shopSnapshot).length > 0 ? null : { vendor, ...rest }
}

interface VendorHealths {
  readonly vendors: Map<string, VendorHealth>
  readonly listeners: Set<() => void>
}

const healthsByContext = new WeakMap<Context, VendorHealths>()

function getVendorHealths(context: Context): VendorHealths {
  const healths = healthsByContext.get(context) ?? { vendors: new Map(), listeners: new Set() }
  healthsByContext.set(context, healths)
  return healths
}

/** The vendor's health as seen by this process. */
export function getVendorHealth(context: Context, { key }: Vendor): VendorHealth {
  const { vendors, listeners } = getVendorHealths(context)
  const notifyListeners = (): void => {
    for (const listener of listeners) listener()
  }
  const health = vendors.get(key) ?? new VendorHealth(undefined, notifyListeners)
  vendors.set(key, health)
  return health
}

/** The current failures of the vendors that this process has called; the worst one. null if the last call of each succeeded. */
export function findVendorTrouble(context: Context): VendorTrouble | null {
  const troubles = [...getVendorHealths(context).vendors.values()].flatMap(({ trouble }) => trouble ?? [])
  return troubles.toSorted((a, b) => b.failures - a.failures)[0] ?? null
}

/** Calls `listener` when a vendor starts or stops resting. Returns the function that unsubscribes. */
export function onVendorHealthChange(context: Context, listener: () => void): () => void {
  const { listeners } = getVendorHealths(context)
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const scriptServers = new WeakMap<Context, Promise<{ readonly url: string }>>()

/** The script's server, started on first use. */
async function getScriptUrl(context: Context): Promise<string> {
  const runningServer = scriptServers.get(context)
  if (runningServer) return (await runningServer).url
  const starting = import('./vendor/scripted/script-server.js').then(async ({ startScriptServer }) => {
    const script = await startScriptServer({ pause: 12 })
    context.background.atEnd(() => script.stop())
    return script
  })
  scriptServers.set(context, starting)
  return (await starting).url
}

export async function createVendor(context: Context, setup: AdvisorSetup): Promise<Vendor> {
  const { hosts, patience } = context.advisor
  const { model, apiKey } = setup
  const baseUrl = setup.scripted ? await getScriptUrl(context) : setup.baseUrl
  const line = { baseUrl, patience, hosts: setup.scripted ? [new URL(baseUrl).host] : hosts }
  return setup.vendor === 'anthropic'
    ? (await import('./vendor/anthropic.js')).createAnthropicVendor(line, { model, apiKey })
    : (await import('./vendor/openai-compatible.js')).createOpenAiCompatibleVendor(line, { model, apiKey })
}
