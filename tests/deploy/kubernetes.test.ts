// Long: the manifests agree with the types of Kubernetes and with the code.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Container, Service } from 'kubernetes-types/core/v1.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveFake } from '../serve-fake.js';
import { temporaryFile } from '../temporary-file.js';
import { deployFolder, readYaml, type YamlDocument } from './deploy-files.js';
import { problemsOfVariables } from './serve-variables.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const lastValueOf = (keyword: string) => [...dockerfile.matchAll(new RegExp(`^${keyword} (.*)$`, 'gm'))].at(-1)?.[1];

const overlays = ['base', 'replicas'].map((name) => ({ name, ...readOverlay(`kubernetes/${name}`) }));
const resources = overlays.flatMap((overlay) => overlay.resources);
const deployments = resources.filter(({ kind }) => kind === 'Deployment');
const services: Service[] = resources.filter(({ kind }) => kind === 'Service');
const [fake] = deployments;
const container: Container = fake.spec.template.spec.containers[0];
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

describe('deploy/kubernetes', () => {
  it('has only fields that Kubernetes knows, with values of their types', async () => {
    const types = join(root, 'node_modules/kubernetes-types');
    const typed = [
      ...resources.map((resource) => [resource.kind, resource]),
      ...overlays.flatMap(({ patches }) => patches.map((patch) => [`Patch<${patch.kind}>`, patch])),
    ].map(([type, value], index) => `const resource${index}: ${type} = ${JSON.stringify(value)};`);
    const file = await temporaryFile(
      'resources.ts',
      `import type { Deployment } from '${types}/apps/v1';
      import type { Service } from '${types}/core/v1';
      type Patch<T> = { [Field in keyof T]?: Patch<T[Field]> | null };
      ${typed.join('\n')}`,
    );
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--types', ''];
    const { stdout, status } = spawnSync(process.execPath, [compiler, ...flags, file], { encoding: 'utf8' });
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
    expect(typed.length).toBe(5);
  });

  it.skipIf(!hasKubectl).each(overlays)('is built by kustomize: $name (needs kubectl)', ({ name }) => {
    const { stderr, stdout } = spawnSync('kubectl', ['kustomize', join(deployFolder, 'kubernetes', name)], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).not.toContain('null');
  });

  it('patches what there is', () => {
    const names = ({ kind, metadata }: YamlDocument) => `${kind} ${metadata.name}`;
    const patches = overlays.flatMap((overlay) => overlay.patches);
    expect(patches.map(names)).toEqual([names(fake)]);
    const [{ spec }] = patches;
    expect(spec.template.spec.containers.map(({ name }: Container) => name)).toEqual([container.name]);
    const patched = spec.template.spec.containers[0].env.map(({ name }: YamlDocument) => name);
    expect(container.env?.map(({ name }) => name)).toEqual(expect.arrayContaining(patched));
  });

  it('has services that find their pods and ports', () => {
    for (const { spec, metadata } of services) {
      const target = deployments.find((one) => one.metadata.name === metadata?.name);
      expect(spec?.selector).toEqual(target.spec.template.metadata.labels);
      expect(spec?.selector).toEqual(target.spec.selector.matchLabels);
      const [port] = target.spec.template.spec.containers[0].ports;
      expect(spec?.ports).toEqual([{ name: port.name, port: port.containerPort, targetPort: port.name }]);
    }
    expect(services).toHaveLength(2);
    expect(`${container.ports?.[0]?.containerPort}`).toBe(lastValueOf('EXPOSE'));
  });

  it('probes paths at which the fake responds without a token', async () => {
    const served = await serveFake({ pets: 1 });
    onTestFinished(() => served.close());
    const probes = [container.livenessProbe, container.readinessProbe].map((probe) => probe?.httpGet);
    expect(probes.map((probe) => probe?.port)).toEqual([container.ports?.[0]?.name, container.ports?.[0]?.name]);
    const paths = probes.map((probe) => `${probe?.path}`);
    expect(paths).toEqual(['/livez', '/readyz']);
    for (const path of paths) expect((await fetch(`${served.origin}${path}`)).status).toBe(200);
  });

  it('sets variables that serve reads, to values that it accepts', () => {
    const variables = [container, overlays[1]?.patches[0].spec.template.spec.containers[0]].map(({ env }) =>
      Object.fromEntries(env.map(({ name, value }: { name: string; value?: string }) => [name, value ?? null])),
    );
    expect(variables.flatMap(problemsOfVariables)).toEqual([]);
    const { hostname, port } = new URL(variables[1]?.PETSTORE_STORE);
    const store = services.find(({ metadata }) => metadata?.name === hostname);
    expect(`${store?.spec?.ports?.[0]?.port}`).toBe(port);
  });

  it('takes secrets from a Secret that need not exist', () => {
    const secrets = container.env?.flatMap(({ name, valueFrom }) => (valueFrom ? [[name, valueFrom]] : []));
    const from = (key: string) => ({ secretKeyRef: { name: 'petstore-mock', key, optional: true } });
    expect(secrets).toEqual([
      ['PETSTORE_ADMIN_TOKEN', from('admin-token')],
      ['PETSTORE_STORE', from('store')],
    ]);
  });

  it('keeps the variables of other services away, which could be options of the fake', () => {
    expect(fake.spec.template.spec.enableServiceLinks).toBe(false);
    // What Kubernetes would set for a Service named “petstore”.
    expect(problemsOfVariables({ PETSTORE_PORT: 'tcp://10.0.0.1:4290' }).join()).toContain('PETSTORE_PORT');
  });

  it.each(deployments.map((one) => [one.metadata.name, one.spec.template.spec]))(
    'runs %s with few rights',
    (_, pod) => {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(pod.automountServiceAccountToken).toBe(false);
      for (const { securityContext, resources } of pod.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources).toMatchObject({
          requests: { cpu: expect.stringMatching(/m$/), memory: expect.stringMatching(/Mi$/) },
          limits: { memory: expect.stringMatching(/Mi$/) },
        });
      }
    },
  );

  it('runs the fake as the user of the image', () => {
    expect(`${fake.spec.template.spec.securityContext.runAsUser}`).toBe(lastValueOf('USER'));
  });
});

/** Reads what a kustomization lists; another folder among its resources is an overlay of its own. */
function readOverlay(folder: string): { resources: YamlDocument[]; patches: YamlDocument[] } {
  const [{ resources, patches = [] }] = readYaml(`${folder}/kustomization.yaml`);
  const read = (file: string) => readYaml(`${folder}/${file}`);
  const files: string[] = resources.filter((file: string) => file.endsWith('.yaml'));
  const folders: string[] = resources.filter((file: string) => !file.endsWith('.yaml'));
  for (const other of folders) expect(existsSync(join(deployFolder, folder, other, 'kustomization.yaml'))).toBe(true);
  return { resources: files.flatMap(read), patches: patches.flatMap(({ path }: { path: string }) => read(path)) };
}
