/** Creates the metrics for Prometheus. Loaded only if metrics are on, because the library costs memory. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { Answered, DatabaseCounts, Meter, RealtimeCounts, Sent, Sources } from './meter.ts';

/** Labels have few values, such as routes and statuses, and never personal data. */
export function createMeter(): Meter {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauges = createGauges(registry);
  const setProblems = createProblemGauge(registry);
  let sources: Sources | null = null;
  return {
    ...createCounters(registry),
    setSources(next) {
      sources = next;
    },
    async read() {
      if (sources !== null) {
        gauges.setRealtime(sources.realtime());
        gauges.setDatabase(await sources.database());
        setProblems(sources.problems());
      }
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

function createCounters(registry: Registry): Pick<Meter, 'answered' | 'sent'> {
  const registers = [registry];
  const durations = new Histogram({
    name: 'checklist_request_duration_seconds',
    help: 'How long requests took, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const signIns = new Counter({
    name: 'checklist_sign_ins_total',
    help: 'Tries to sign in or to renew a session, by grant and outcome.',
    labelNames: ['grant', 'outcome'],
    registers,
  });
  const messages = new Counter({
    name: 'checklist_messages_total',
    help: 'Mails and text messages handed over, by outcome.',
    labelNames: ['medium', 'outcome'],
    registers,
  });
  return {
    answered({ method, route, status, milliseconds, grant }: Answered) {
      durations.observe({ method, route, status }, milliseconds / 1000);
      if (grant !== null) signIns.inc({ grant, outcome: status < 400 ? 'ok' : 'failed' });
    },
    sent({ medium, code }: Sent) {
      messages.inc({ medium, outcome: code === null ? 'sent' : 'failed' });
    },
  };
}

type Gauges = {
  readonly setRealtime: (counts: RealtimeCounts) => void;
  readonly setDatabase: (counts: DatabaseCounts) => void;
};

function createGauges(registry: Registry): Gauges {
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers: [registry] });
  const sockets = gauge('checklist_realtime_sockets', 'WebSockets that are open.');
  const subscriptions = gauge('checklist_realtime_subscriptions', 'Subscriptions to changes of rows.');
  const deliveries = new Counter({
    name: 'checklist_realtime_deliveries_total',
    help: 'Changes delivered to a channel.',
    registers: [registry],
  });
  const isUp = gauge('checklist_database_up', 'Whether the database responds.');
  const latency = gauge('checklist_database_latency_seconds', 'The latency of the database at this scrape.');
  const connections = new Gauge({
    name: 'checklist_database_connections',
    help: 'Connections of all servers on this database, by state.',
    labelNames: ['state'],
    registers: [registry],
  });
  return {
    setRealtime(counts) {
      sockets.set(counts.sockets);
      subscriptions.set(counts.subscriptions);
      // The realtime service counts deliveries itself.
      deliveries.reset();
      deliveries.inc(counts.deliveries);
    },
    setDatabase(counts) {
      isUp.set(counts === null ? 0 : 1);
      if (counts === null) return;
      latency.set(counts.seconds);
      connections.set({ state: 'active' }, counts.connections.active);
      connections.set({ state: 'idle' }, counts.connections.idle);
    },
  };
}

function createProblemGauge(registry: Registry): (problems: readonly { readonly type: string }[]) => void {
  const gauge = new Gauge({
    name: 'checklist_problem',
    help: 'A problem that /health reports, by type. Absent without problems.',
    labelNames: ['type'],
    registers: [registry],
  });
  return (problems) => {
    gauge.reset();
    for (const { type } of problems) gauge.set({ type }, 1);
  };
}
