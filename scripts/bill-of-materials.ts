import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledPackage } from './third-party-notices.js';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** A CycloneDX document, as `npm sbom` writes it. */
interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * Returns the bill of materials of the package: what is installed with it, and what is bundled into it. Equal for equal lockfiles:
 * without the moment, the machine and the version of npm.
 */
export function billOfMaterials(bundled: readonly Pick<BundledPackage, 'name' | 'version'>[], root: string): string {
  const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { metadata, components, dependencies: edges, ...head } = readBill(root);
  const targetsOf = new Map(edges.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const byRef = new Map(components.map((component) => [component['bom-ref'], component]));
  const own = metadata.component;
  const direct = (targetsOf.get(own['bom-ref']) ?? []).filter((ref) => (byRef.get(ref)?.name ?? '') in dependencies);
  // A set grows while it is read.
  const installed = new Set(direct);
  for (const ref of installed) for (const target of targetsOf.get(ref) ?? []) installed.add(target);
  const isBundled = (one: Component) =>
    bundled.some((other) => other.name === one.name && other.version === one.version);
  const kept = components.filter((one) => installed.has(one['bom-ref']) || isBundled(one));
  const bill = {
    ...head,
    metadata: { component: { ...own, name, properties: [] } },
    components: kept.map((one) => ({
      ...one,
      // Versions of npm differ in what they call optional.
      scope: 'required',
      properties: isBundled(one) ? [{ name: 'cdx:npm:package:bundled', value: 'true' }] : [],
      externalReferences: [],
    })),
    dependencies: [{ ref: own['bom-ref'], dependsOn: direct }, ...edges.filter(({ ref }) => installed.has(ref))],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** Everything in the lockfile, that for development included. */
function readBill(root: string): Bill {
  // Vite sets NODE_ENV=production, and npm would leave out what is bundled.
  const flags = ['--include=dev', '--package-lock-only', '--sbom-format=cyclonedx', '--loglevel=error'];
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', ...flags], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const { serialNumber: _, ...bill } = JSON.parse(stdout);
  return bill;
}
