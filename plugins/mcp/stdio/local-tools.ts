// The tools in the stdio server's own process, and the messages between that process and its workers.
import { fileURLToPath } from 'node:url'
import type { App, Grant, Message, Scope } from '#core/contract.js'
import type { ToolProvider, ToolCall } from '../tool/tool-provider.js'
import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'

/** The start options of a worker, one JSON argument. */
export interface WorkerStart {
  readonly config: string | null
  readonly logLevel: string | null
  readonly scopes: readonly Scope[]
  /** Fills an empty database. Only the first worker does. */
  readonly installs: boolean
}

/** The app is open, and the worker accepts its call. */
export interface WorkerReady {
  readonly kind: 'ready'
  /** True if no other process can see the database. */
  readonly isPrivateDatabase: boolean
  /** Names the database. Null if the log is silent. */
  readonly database: string | null
  readonly tools: ListToolsResult
}

/** Messages between the stdio server and its worker processes. */
export type WorkerMessage =
  | WorkerReady
  /** `outdatesWorkers`: the data of other waiting workers may be stale. */
  | { readonly kind: 'result'; readonly result: CallToolResult; readonly outdatesWorkers: boolean }
  | { readonly kind: 'unknown-tool'; readonly message: string }
  /** The app could not be opened. */
  | { readonly kind: 'failed'; readonly message: string }

export interface CallMessage {
  readonly kind: 'call'
  readonly call: ToolCall
}

/** Name of the caller in logs. */
export const stdioCaller = 'stdio'

export interface LocalToolsOptions {
  /** Null: searched from the installation folder upwards. */
  readonly config: string | null
  readonly logLevel: string | null
  /** Fills an empty database. Pending migrations are only reported. */
  readonly installs: boolean
}

export interface OpenedApp {
  readonly app: App
  /** True if no other process can see the database. */
  readonly isPrivateDatabase: boolean
  /** Names the database. Null if the log is silent. */
  readonly database: string | null
  /** The language of the terminal, or of the program that started this one. */
  readonly language: string
}

/** The folder of the package, or of the project that depends on it. */
export function installationFolder(): string {
  return fileURLToPath(new URL('../../../../', import.meta.url)).replace(/node_modules\/.*$/, '')
}

/** Writes a message in the language of the terminal. The catalogs are loaded with the first one: until then, this process needs none. */
export async function writeForTerminal(message: Message): Promise<string> {
  const { createMessageCatalogs, findTerminalLanguage, messageFormat } = await import('#core/surface.js')
  const catalogs = createMessageCatalogs()
  return messageFormat.formatMessage(message, findTerminalLanguage(process.env, catalogs), { catalogs })
}

/** Does not depend on the working directory: hosts start programs in folders of their own. */
export async function openApp({ config, logLevel, installs }: LocalToolsOptions): Promise<OpenedApp> {
  const { loadConfig, createMessageWriter, describeDatabase, findTerminalLanguage, assemble, open } = await import(
    '#core/surface.js'
  )
  const { config: composition, settings } = await loadConfig({
    ...(config !== null && { file: config }),
    folder: installationFolder(),
    environment: process.env,
    options: logLevel === null ? {} : { logLevel },
  })
  const app = await open(assemble(composition, { settings }), {
    migrations: installs ? 'install' : 'none',
    starts: false,
  })
  const { registry } = app.context
  const language = findTerminalLanguage(process.env, registry.messages)
  return {
    app,
    isPrivateDatabase: settings.database === 'sqlite::memory:',
    database: settings.logLevel === 'silent' ? null : createMessageWriter(registry, language)(describeDatabase(settings)),
    language,
  }
}

/** For debugging, tests, and databases in memory. */
export interface LocalTools extends ToolProvider {
  close(): Promise<void>
}

/**
 * Opens the app with the first call.
 * @param report receives the sentence that names the database
 */
export function createLocalTools(options: LocalToolsOptions, grant: Grant, report: (line: string) => void): LocalTools {
  let opening: Promise<{ readonly tools: ToolProvider; stop(): Promise<void> }> | null = null
  const open = async () => {
    const [{ app, database, language }, { createToolService }] = await Promise.all([
      openApp(options),
      import('../tool/tool-service.js'),
    ])
    if (database !== null) report(database)
    const tools = createToolService(app).forCaller({ grant, name: stdioCaller, id: null }, { language })
    return { tools, stop: () => app.stop() }
  }
  return {
    listTools: async () => (await (opening ??= open())).tools.listTools(),
    callTool: async (call, signal) => (await (opening ??= open())).tools.callTool(call, signal),
    close: async () => (await opening?.catch(() => null))?.stop(),
  }
}
