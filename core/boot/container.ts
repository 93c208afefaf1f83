// The service container of one app: binds each token once, by a known owner, and resolves the services with tsyringe.
import 'reflect-metadata'
import { container as root, type InjectionToken, instanceCachingFactory, Lifecycle } from 'tsyringe'
import type { Token } from '../foundation/injection.js'
import { BootError, createBootFault, type Fault } from '../foundation/errors.js'
import { createMessage } from '../foundation/message.js'

/** tsyringe's type of a class. The compiler has checked the parameters at `inject`. */
type Constructor<T> = Extract<InjectionToken<T>, new (...dependencies: never[]) => T>

/** A class with injected dependencies, or a function. The container calls it once, when the service is first used. */
export type Provider<T> = { readonly useClass: Constructor<T> } | { readonly useFactory: (container: Container) => T }

export class Container {
  /** Each app has its own child container, so two apps in one process share nothing. */
  private readonly services = root.createChildContainer()
  private readonly ownersByToken = new Map<Token<unknown>, string>()
  private readonly clashes: Fault[] = []
  private isResolved = false

  /** Binds a token. A second binding is a fault that names both owners. */
  bind<T>(token: Token<T>, owner: string, provider: Provider<NoInfer<T>>): void {
    const first = this.ownersByToken.get(token)
    if (first === undefined) this.register(token, owner, provider)
    else {
      const message = createMessage('boot.serviceBoundTwice', { first, owner, service: token.description ?? '' })
      this.clashes.push(createBootFault('token-clash', owner, message, createMessage('boot.bindOnce')))
    }
  }

  /** Replaces the provider of a bound token. */
  replace<T>(token: Token<T>, owner: string, provider: Provider<NoInfer<T>>): void {
    if (this.ownersByToken.has(token)) this.register(token, owner, provider)
    else {
      const message = createMessage('boot.serviceUnbound', { owner, service: token.description ?? '' })
      this.clashes.push(createBootFault('token-unbound', owner, message, createMessage('boot.bindInstead')))
    }
  }

  /** Adds a service that exists only after an asynchronous step. */
  provide<T>(token: Token<T>, owner: string, value: NoInfer<T>): void {
    if (this.ownersByToken.has(token)) throw new Error(`The service '${token.description}' is provided twice.`)
    this.ownersByToken.set(token, owner)
    // tsyringe refuses null as `useValue`.
    this.services.register(token, { useFactory: () => value })
  }

  faults(): readonly Fault[] {
    return this.clashes
  }

  /** Owners by token name, in the order of binding. */
  owners(): ReadonlyMap<string, string> {
    return new Map([...this.ownersByToken].map(([token, owner]) => [token.description ?? '', owner]))
  }

  get<T>(token: Token<T>): T {
    if (!this.ownersByToken.has(token)) throw new Error(`The service '${token.description}' has no binding.`)
    if (this.clashes.length > 0) throw new BootError(this.clashes)
    this.isResolved = true
    return this.services.resolve<T>(token)
  }

  /** Ends the created services of classes with `dispose`, all at the same time. No service can be resolved afterwards. */
  dispose(): Promise<void> {
    return Promise.resolve(this.services.dispose())
  }

  private register<T>(token: Token<T>, owner: string, provider: Provider<NoInfer<T>>): void {
    if (this.isResolved)
      throw new Error(`The service '${token.description}' was bound too late. Bind services before the app is started.`)
    this.ownersByToken.set(token, owner)
    if ('useClass' in provider) this.services.register<T>(token, provider, { lifecycle: Lifecycle.Singleton })
    else this.services.register(token, { useFactory: instanceCachingFactory(() => provider.useFactory(this)) })
  }
}
