// Holds what has a lifetime: each token is bound once, by an owner that is remembered. The only file that knows tsyringe.
import 'reflect-metadata'
import { container as root, instanceCachingFactory, type DependencyContainer } from 'tsyringe'
import { BootError, type Fault } from '../ground/fault.js'

/** Names a binding and says its type. */
export interface Token<T> {
  readonly name: string
  /** Never there; it carries the type. */
  readonly holds?: T
}

export function defineToken<T>(name: string): Token<T> {
  return Object.freeze({ name })
}

/** Makes what a token stands for, once per app, when it is first asked for. */
export type Factory<T> = (container: Container) => T

interface Binding {
  readonly owner: string
  readonly create: Factory<unknown>
}

export class Container {
  private readonly bindings = new Map<Token<unknown>, Binding>()
  private readonly clashes: Fault[] = []
  private scope: DependencyContainer | null = null

  /** Binds a token that nobody has bound. A second owner is a fault that names both. */
  bind<T>(token: Token<T>, owner: string, create: Factory<T>): void {
    const first = this.bindings.get(token)
    if (!first) this.set(token, owner, create)
    else {
      this.clashes.push({
        id: 'token-clash',
        owner,
        message: `The service '${token.name}' is bound by '${first.owner}' and by '${owner}'.`,
        hint: 'Bind it once, or replace it on purpose.',
      })
    }
  }

  /** Puts another factory in the place of a bound one. */
  replace<T>(token: Token<T>, owner: string, create: Factory<T>): void {
    if (this.bindings.has(token)) this.set(token, owner, create)
    else {
      const message = `'${owner}' replaces the service '${token.name}', which nobody has bound.`
      this.clashes.push({ id: 'token-unbound', owner, message, hint: 'Bind it instead.' })
    }
  }

  private set<T>(token: Token<T>, owner: string, create: Factory<T>): void {
    if (this.scope) throw new Error(`The service '${token.name}' comes too late: the container is closed for bindings.`)
    this.bindings.set(token, { owner, create })
  }

  faults(): readonly Fault[] {
    return this.clashes
  }

  /** Token name to owner, in the order of binding. */
  owners(): ReadonlyMap<string, string> {
    return new Map([...this.bindings].map(([token, binding]) => [token.name, binding.owner]))
  }

  get<T>(token: Token<T>): T {
    if (!this.bindings.has(token)) throw new Error(`Nobody has bound the service '${token.name}'.`)
    return this.opened().resolve<T>(token.name)
  }

  /** A container of tsyringe's per app: two apps in one process share nothing. */
  private opened(): DependencyContainer {
    if (this.scope) return this.scope
    if (this.clashes.length > 0) throw new BootError(this.clashes)
    const scope = root.createChildContainer()
    for (const [token, { create }] of this.bindings) {
      scope.register(token.name, { useFactory: instanceCachingFactory(() => create(this)) })
    }
    this.scope = scope
    return scope
  }
}
