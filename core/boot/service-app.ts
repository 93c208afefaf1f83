// The app object for surfaces, plugins and hosts.
import { createMessage, suggestName, type MessageWriter } from '../foundation/message.js'
import { Turn } from '../foundation/long-work.js'
import { isObject } from '../foundation/json.js'
import { replaceActionNames, replaceActionNamesInError, type Action, type ActionScope } from '../actions/define-action.js'
import { prepareInput } from '../foundation/property/property-map.js'
import type { AccessServices, ActCall, App, Host, OperationServices, ReadinessReader, ShopServices } from '../app.js'
import type { Accounts } from '../commerce/account/define.js'
import { hostOwnsCommerceMessage, ShopperContext, type ShopRules, type ShopperRequest } from '../commerce/shopper-context.js'
import type { Configurations } from '../commerce/configuration/define.js'
import type { DocumentPrinter } from '../commerce/document/define.js'
import type { StaffDocuments } from '../commerce/document/staff-documents.js'
import { runAsActor } from '../foundation/actor.js'
import { inProcess } from '../foundation/access.js'
import { NotFoundError } from '../foundation/errors.js'
import { inject, injectable } from '../foundation/injection.js'
import { writeMessages, isMessage } from '../foundation/message-format.js'
import type { JobPool } from '../jobs/define-worker-job.js'
import { createMessageWriter } from '../model/entity-label.js'
import type { Optimiser } from '../product/optimiser.js'
import type { ResolvedConfig } from '../resolve-settings.js'
import type { Catalogue } from '../shop/catalogue/define.js'
import type { AdminAccounts } from '../storage/admin/admin-accounts.js'
import type { BearerTokens } from '../storage/bearer-tokens.js'
import type { Context } from '../storage/context.js'
import type { Migrations } from '../storage/migration/migrations.js'
import type { AppRecords, Records } from '../storage/records.js'
import type { ScheduledTasks } from '../tasks/define-task.js'
import type { DraftPreview } from '../verbs/draft-preview.js'
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
  draftPreviewToken,
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
  staffDocumentsToken,
} from './tokens.js'

type Input = Readonly<Record<string, unknown>>

/** Writes the messages of a result, in turns: a merge can have thousands of conflicts. */
async function writeResult(result: unknown, write: MessageWriter): Promise<unknown> {
  if (!isObject(result) || isMessage(result)) return writeMessages(result, write)
  const turn = new Turn()
  const written: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(result)) {
    if (!Array.isArray(member)) {
      written[name] = writeMessages(member, write)
      continue
    }
    const items: unknown[] = []
    for (const item of member as readonly unknown[]) {
      if (turn.isOver) await turn.pause()
      items.push(writeMessages(item, write))
    }
    written[name] = items
  }
  return written
}

@injectable()
export class ServiceApp implements App {
  readonly shop: ShopServices
  readonly access: AccessServices
  readonly operations: OperationServices

  constructor(
    @inject(contextToken) readonly context: Context,
    @inject(settingsToken) readonly config: ResolvedConfig,
    @inject(hostToken) readonly host: Host,
    @inject(shopRulesToken) private readonly rules: ShopRules,
    @inject(recordsToken) private readonly pipelineRecords: Records,
    @inject(appRecordsToken) readonly records: AppRecords,
    @inject(configurationsToken) configurations: Configurations,
    @inject(catalogueToken) catalogue: Catalogue,
    @inject(accountsToken) accounts: Accounts,
    @inject(staffDocumentsToken) documents: StaffDocuments,
    @inject(draftPreviewToken) drafts: DraftPreview,
    @inject(bearerTokensToken) tokens: BearerTokens,
    @inject(adminAccountsToken) admins: AdminAccounts,
    @inject(migrationsToken) migrations: Migrations,
    @inject(jobsToken) jobs: JobPool,
    @inject(scheduledTasksToken) tasks: ScheduledTasks,
    @inject(printerToken) printer: DocumentPrinter,
    @inject(optimiserToken) optimiser: Optimiser,
    @inject(readinessToken) readiness: ReadinessReader,
    @inject(lifecycleToken) private readonly lifecycle: Lifecycle,
  ) {
    const createContext = (shopper: ShopperRequest): ShopperContext =>
      new ShopperContext(context, rules, shopper, printer, optimiser)
    this.shop = {
      configurations,
      catalogue,
      accounts,
      documents,
      drafts,
      createContext,
      serve: async (name, input, shopper) => runVerb(requireVerb(context.registry, name), createContext(shopper), input),
    }
    this.access = { tokens, admins }
    this.operations = { migrations, jobs, tasks, ready: () => readiness.read() }
  }

  async act(name: string, input: Input = {}, call: ActCall = {}): Promise<unknown> {
    try {
      return await this.performAction(name, input, call)
    } catch (error) {
      throw call.formatActionName ? replaceActionNamesInError(error, call.formatActionName) : error
    }
  }

  private async performAction(name: string, input: Input, call: ActCall): Promise<unknown> {
    const {
      caller = inProcess,
      progress = () => undefined,
      settle = async () => undefined,
      formatActionName = () => null,
      language = 'en',
      keepsMessages = false,
    } = call
    const { context, pipelineRecords: records } = this
    const { migrations, jobs } = this.operations
    const { actions } = context.registry
    const action = actions.get(name) as Action<Input> | undefined
    if (!action) throw new NotFoundError(createMessage('errors.unknownAction', { name, hint: suggestName(name, actions.keys()) }))
    if (action.where === 'commerce' && !this.rules.commerce) throw new NotFoundError(hostOwnsCommerceMessage)
    const words = { argument: 'argument', owner: createMessage('errors.actionNamed', { name }) } as const
    const prepared = prepareInput(action.input, input, words, context.registry)
    const format = createMessageWriter(context.registry, language)
    const write: MessageWriter = (message) => replaceActionNames(format(message), formatActionName)
    const finish = async (result: unknown): Promise<unknown> => (keepsMessages ? result : writeResult(result, write))
    const run = async (): Promise<unknown> => {
      const settleResult: typeof settle = async (u, result) => settle(u, await finish(result))
      const scope: ActionScope = {
        ...{ context, records, migrations, jobs, caller },
        progress: (message) => progress(write(message)),
        settle: settleResult,
      }
      return finish(await action.run(scope, prepared))
    }
    return context.auditDays === 0 ? run() : runAsActor(caller, run)
  }

  stop(): Promise<void> {
    return this.lifecycle.stop()
  }
}
