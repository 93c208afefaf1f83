// The app object for surfaces, plugins and hosts.
import { createMessage } from '../foundation/message.js'
import type { Action } from '../actions/define-action.js'
import { prepareInput } from '../actions/input.js'
import type { ActCall, App, Host, Readiness, ReadinessReader } from '../app.js'
import type { Accounts } from '../commerce/account/define.js'
import { hostOwnsCommerceMessage } from '../commerce/cart/ownership.js'
import type { Configurations } from '../commerce/configuration/define.js'
import type { DocumentPrinter } from '../commerce/document/print-source.js'
import { type ShopRules, ShopperContext, type ShopperRequest } from '../commerce/shopper-context.js'
import { runAsActor } from '../foundation/access/actor.js'
import { inProcess } from '../foundation/access/caller.js'
import { NotFoundError } from '../foundation/errors.js'
import { inject, injectable } from '../foundation/injection.js'
import { suggestName } from '../foundation/nearest.js'
import { isObject } from '../foundation/object.js'
import { toEnglishFields } from '../foundation/message-format.js'
import type { JobPool } from '../jobs/job-pool.js'
import type { Registry } from '../model/registry.js'
import type { Optimiser } from '../product/optimum/define.js'
import type { ResolvedConfig } from '../resolve-settings.js'
import type { Catalogue } from '../shop/catalogue/define.js'
import type { AdminAccounts } from '../storage/admin/define.js'
import type { BearerTokens } from '../storage/bearer-tokens.js'
import type { Context, ListOptions, ReadOptions, RemoveOptions, WriteOptions } from '../storage/context.js'
import type { Migrations } from '../storage/migration/migrations.js'
import type { Finding, ListQuery, ListResult, RecordResult, WriteResult } from '../storage/record/results.js'
import type { AppRecords, Records, UnitRecords } from '../storage/records.js'
import type { ScheduledTasks } from '../tasks/define-task.js'
import { requireVerb, runVerb } from '../verbs/run-verb.js'
import type { Lifecycle } from './lifecycle.js'
import {
  accountsToken,
  adminAccountsToken,
  appRecordsToken,
  bearerTokensToken,
  catalogueToken,
  configurationsToken,
  contextToken,
  hostToken,
  jobsToken,
  lifecycleToken,
  migrationsToken,
  optimiserToken,
  printerToken,
  readinessToken,
  recordsToken,
  scheduledTasksToken,
  settingsToken,
  shopRulesToken,
} from './tokens.js'

type Input = Readonly<Record<string, unknown>>

/** Findings and omissions with their English texts only. */
function toEnglishResult(result: unknown): unknown {
  if (!isObject(result)) return result
  const lists = (['findings', 'left_out'] as const).filter((name) => Array.isArray(result[name]))
  if (lists.length === 0) return result
  const entries = lists.map((name) => [name, (result[name] as readonly object[]).map(toEnglishFields)])
  return { ...result, ...Object.fromEntries(entries) }
}

@injectable()
export class ServiceApp implements App {
  constructor(
    @inject(contextToken) readonly context: Context,
    @inject(settingsToken) readonly config: ResolvedConfig,
    @inject(hostToken) readonly host: Host,
    @inject(shopRulesToken) private readonly rules: ShopRules,
    @inject(recordsToken) private readonly pipelineRecords: Records,
    @inject(appRecordsToken) private readonly records: AppRecords,
    @inject(configurationsToken) readonly configurations: Configurations,
    @inject(catalogueToken) readonly catalogue: Catalogue,
    @inject(accountsToken) readonly accounts: Accounts,
    @inject(bearerTokensToken) readonly tokens: BearerTokens,
    @inject(adminAccountsToken) readonly admins: AdminAccounts,
    @inject(migrationsToken) readonly migrations: Migrations,
    @inject(jobsToken) readonly jobs: JobPool,
    @inject(scheduledTasksToken) readonly tasks: ScheduledTasks,
    @inject(printerToken) private readonly printer: DocumentPrinter,
    @inject(optimiserToken) private readonly optimiser: Optimiser,
    @inject(readinessToken) private readonly readiness: ReadinessReader,
    @inject(lifecycleToken) private readonly lifecycle: Lifecycle,
  ) {}

  get registry(): Registry {
    return this.context.registry
  }

  read(entity: string, id: number, options?: ReadOptions): Promise<RecordResult> {
    return this.records.read(entity, id, options)
  }

  list(entity: string, query?: ListQuery, options?: ListOptions): Promise<ListResult> {
    return this.records.list(entity, query, options)
  }

  write(entity: string, input: Input, options?: WriteOptions): Promise<WriteResult> {
    return this.records.write(entity, input, options)
  }

  remove(entity: string, id: number, options?: RemoveOptions): Promise<void> {
    return this.records.remove(entity, id, options)
  }

  unit<T>(work: (records: UnitRecords) => Promise<T>, options?: { readonly dryRun?: boolean }): Promise<T> {
    return this.records.unit(work, options)
  }

  findings(result: WriteResult): Promise<readonly Finding[]> {
    return this.records.findings(result)
  }

  visit(shopper: ShopperRequest): ShopperContext {
    return new ShopperContext(this.context, this.rules, shopper, this.printer, this.optimiser)
  }

  async serve(name: string, input: Input, shopper: ShopperRequest): Promise<unknown> {
    return runVerb(requireVerb(this.registry, name), this.visit(shopper), input)
  }

  async act(name: string, input: Input = {}, call: ActCall = {}): Promise<unknown> {
    const {
      caller = inProcess,
      progress = () => undefined,
      settle = async () => undefined,
      spell = () => null,
      keepsMessages = false,
    } = call
    const { context, pipelineRecords: records, migrations, jobs } = this
    const { actions } = this.registry
    const action = actions.get(name) as Action<Input> | undefined
    if (!action) throw new NotFoundError(createMessage('errors.unknownAction', { name, hint: suggestName(name, actions.keys()) }))
    if (action.where === 'commerce' && !this.rules.commerce) throw new NotFoundError(hostOwnsCommerceMessage)
    const prepared = prepareInput(action.input, input, {
      argument: 'argument',
      owner: createMessage('errors.actionNamed', { name }),
    })
    const finish = keepsMessages ? (result: unknown) => result : toEnglishResult
    const run = async (): Promise<unknown> => {
      const settleResult: typeof settle = (u, result) => settle(u, finish(result))
      const scope = { context, records, migrations, jobs, caller, progress, settle: settleResult, spell }
      return finish(await action.run(scope, prepared))
    }
    return context.auditDays === 0 ? run() : runAsActor(caller, run)
  }

  ready(): Promise<Readiness> {
    return this.readiness.read()
  }

  stop(): Promise<void> {
    return this.lifecycle.stop()
  }
}
