/** The text of `parley serve --help` after the options: the environment that it reads (config.ts). */
export const SERVE_HELP = `
Writes {"event":"service.ready","url":…} to standard output when it serves. On SIGINT and SIGTERM it drains: it
lets live calls end by themselves or hands them to another node, and stops (docs/operations.md); a second signal hurries. It
counts the latencies of /metrics anew on SIGUSR2; reads who thinks, listens and speaks from its configuration file again on
SIGHUP. Businesses can have providers of their own: parley admin provider.
The console is at that address; while nobody can sign in to it, setupUrl of that line is the link for the first person
(docs/console.md).

All but secrets may stand in a configuration file (docs/configuration.md, parley config check), too; the environment wins.

Environment:
  PARLEY_CONFIG         the configuration file (default parley.config.yaml, .yml or .json in the working directory)
  PARLEY_NATS_URL       join this NATS server (2.14 or newer, with JetStream) instead of starting one; all servers
                        of a cluster, separated by commas
  PARLEY_NATS_CREDS     file with a user's JWT and seed for that server, as nsc writes it
  PARLEY_NATS_NKEY      file with the seed of a user's nkey for that server
  PARLEY_NATS_USER, PARLEY_NATS_PASSWORD
                        or a user and a password for that server
  PARLEY_NATS_CA        file with the certificates of who may have signed that server's (default the machine's)
  PARLEY_NATS_CERT, PARLEY_NATS_KEY
                        files with the certificate and its key that we show that server; each of the three, and an
                        address with tls://, has TLS insisted on
  PARLEY_REPLICAS       copies of all state in the cluster (default 3 where it has three servers or more, else 1);
                        what exists is changed with parley admin journal replicas
  PARLEY_NATS_SERVER    path of the nats-server binary to start
  PARLEY_CACHE_DIR      where a fetched nats-server is kept; services of one user may share it (default <data-dir>/cache)
  PARLEY_NATS_SYNC      what a power cut may cost, like 2s, or always (default 2s); a crash costs nothing
  PARLEY_DRAIN_SECONDS  how long live calls may take to end once the service is to stop, 0 to 14400 (default 600)
  PARLEY_ACTOR_MEMORY_MIB
                        memory for actors that are idle, so that they need not be read again, MiB; the longest unused
                        leave first (default a quarter of the memory that Node allows its heap)
  PARLEY_ARCHIVE_AFTER_MINUTES
                        when a call that is over is archived, and as long after that what its archive holds is removed;
                        10 or more, 0: never (default 30)
  PARLEY_MODEL          who thinks for agents, like openai:gpt-5-mini or openai:…,anthropic:…: the others stand in for the
                        first; openai, anthropic, google, mistral, groq, azure, bedrock, openai-compatible, with their own
                        variables for keys and addresses (OPENAI_API_KEY, OPENAI_BASE_URL …; docs/providers.md); module:<package
                        or file>, one of your own, in each of the three (docs/providers-outside.md); scripted: the
                        rules in the agents' instructions (default where no real channel is configured, else nobody)
  PARLEY_REALTIME       speech to speech: who hears, thinks and speaks on calls, in place of the three, which stand in for it: a
                        list like PARLEY_MODEL of openai:<model>[@<voice>], like openai:gpt-realtime@marin (docs/providers.md;
                        default nobody)
  PARLEY_RECOGNISER     who listens for agents, a list like PARLEY_MODEL: deepgram:flux-general-en or nova-3, assemblyai,
                        soniox, elevenlabs, openai (docs/providers-recognition.md); sherpa:<model>, one that parley speech
                        install brought to this machine (default: the last); phrase-book (default where none is): the
                        phrases that the agents' instructions expect, and a small book
  PARLEY_SPEECH_DIR     where those models lie (default <data-dir>/speech)
  PARLEY_SYNTHESISER    who speaks for agents, a list of <provider>:<voice>: elevenlabs, cartesia, deepgram, openai, soniox
                        (docs/providers-synthesis.md); flite:slt (default), flite:rms, flite:awb, flite:kal
  PARLEY_TIME_ZONE      in which agents are told the time where their business has none of its own, like Europe/Berlin
                        (default UTC; docs/providers.md)
  PARLEY_PUBLIC_URL     the address that carriers reach, like https://voice.example.org
  PARLEY_MEDIA_THREADS  threads of their own for calls' media (default 0: the main thread has it; one less than there are
                        cores is a good number); requests, imports and their garbage keep no frame waiting there
  PARLEY_MEDIA_PORT     port that the media threads share, 0 for a free one (default 0)
  PARLEY_MEDIA_URL      the address where carriers reach that port, like https://media.example.org; needed with
                        PARLEY_PUBLIC_URL, and the same where a proxy sends /media/ there
  PARLEY_BROWSER_LEGS   browsers on calls, to test, to listen and to take over: auto (default), where the program that carries
                        their audio is there; on: it is built at the start where it is missing; off (docs/browser-legs.md)
  PARLEY_BROWSER_LEGS_PORT
                        port of UDP and TCP for their audio, 0 for a free one (default 0)
  PARLEY_BROWSER_LEGS_ADDRESS
                        IP address at which browsers reach it (default this machine's loopback address, or where PARLEY_HOST
                        is none its own)
  PARLEY_MEDIASOUP_WORKER
                        path of that program (default: the one that parley legs install built)
  PARLEY_ALLOWED_COUNTRIES
                        countries (ISO 3166-1) that businesses call where they have none of their own, like DE,AT,CH (default
                        all; docs/contract.md "Destinations")
  PARLEY_LOOPBACK_URL   a simulated phone network that runs already
  WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN, INSTAGRAM_APP_SECRET, INSTAGRAM_VERIFY_TOKEN
                        take messages from Meta instead of the simulated one; its webhooks go to
                        <public url>/channels/whatsapp/webhook and …/instagram/webhook
  PARLEY_MEDIA_HOSTS    hosts from which what customers send is fetched, besides the channels' own interfaces; with a
                        dot at the beginning all below (default lookaside.fbsbx.com,.fbcdn.net,.cdninstagram.com)
  PARLEY_META_URL       a simulated Meta that runs already
  PARLEY_SIMULATOR_TOKEN
                        opens the control interfaces of simulators, ours and those that run already
                        (default one that is made at each start; simulatorToken in the service.ready line)
  PARLEY_MESSAGES_PER_SECOND
                        messages a second of one account (default 80)
  PARLEY_RECONCILE_MS   how long a message whose outcome is unknown waits for reports before it is sent
                        again (default 120000)
  PARLEY_DEVELOPMENT    1: webhooks also go to http and to addresses of this machine and its network
  PARLEY_TENANT_NAME_SERVERS
                        name servers for the hosts of webhooks, tools and providers that businesses write down, like
                        1.1.1.1,[2606:4700::1111]:53 (default those of the system; its hosts file counts in development
                        alone)
  TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM
  TELNYX_API_KEY, TELNYX_PUBLIC_KEY, TELNYX_CONNECTION_ID, TELNYX_FROM
  PLIVO_AUTH_ID, PLIVO_AUTH_TOKEN, PLIVO_FROM
                        carriers of calls, instead of the simulated network (docs/carriers.md)
  TWILIO_API_KEY_SID, TWILIO_API_KEY_SECRET
                        open Twilio's interface instead of the auth token, which still signs what Twilio sends
  TWILIO_REGION, TWILIO_EDGE
                        where Twilio processes calls, and by which edge it is reached, like ie1 and dublin
  PARLEY_CARRIER        who places new calls, and who stands in where that one fails, like twilio,telnyx (default all
                        that have an account, in this order)
  TWILIO_MACHINE_DETECTION, TELNYX_MACHINE_DETECTION, PLIVO_MACHINE_DETECTION
                        1: the carrier finds out, for a price, whether a machine answers (default: only Parley does)
  TWILIO_API_URL, TELNYX_API_URL, PLIVO_API_URL
                        another address of the carrier, like that of a region
  PARLEY_RATE_LIMIT, PARLEY_RATE_BURST
                        requests a second and at once, for each API key (default 50 and 100)
  PARLEY_SPOOL_MIB      disk that uploads and imports may take while they are worked on, MiB (default 4096); an import
                        takes once or twice the size of its file
  PARLEY_BUSINESS_STORAGE_MIB
                        what a business may store, MiB: messages in the journal other than those of calls, and
                        files that it uploads (default 8192); for one of them: parley admin business quota
  PARLEY_DATABASES      JSON file of the databases that Data Sources may be read from, and by whom (docs/operations.md;
                        default none)
  PARLEY_ADDRESS_RATE_LIMIT, PARLEY_ADDRESS_RATE_BURST
                        of what needs no key, or was refused for a wrong one: requests a second and at once, for
                        each client's address (default 10 and 200)
  PARLEY_TRUSTED_PROXIES
                        proxies whose X-Forwarded-For is believed, like 10.0.0.0/8,2001:db8::1 (default none)
  PARLEY_METRICS_TOKEN  opens /metrics, and the details of /readyz, as a bearer token (default: no metrics)
  PARLEY_RECORDINGS     where recordings lie, for all nodes: object-store (JetStream, the default), file:/a/directory,
                        or s3://bucket/prefix
  PARLEY_S3_ENDPOINT    address of a store that is not Amazon's, like https://s3.example.org
  PARLEY_S3_REGION      region of the bucket (default AWS_REGION; us-east-1 with an endpoint)
  PARLEY_S3_PATH_STYLE  1: <endpoint>/<bucket>/<key> (default with an endpoint), 0: <bucket>.<endpoint>/<key>
  AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN
                        credentials for the bucket (default those of the machine)
  PARLEY_VOICE_DETECTOR silero: a model confirms that a sound is a voice, where it can run (default); energy
  PARLEY_PREEMPTIVE     1: models are asked for a reply at the likely end of a customer's turn, before it is over: answers come
                        sooner, and what turns out wrong is paid for and thrown away (docs/media.md "Turns"; default 0)
  PARLEY_LOG_LEVEL      trace, debug, info, warn, error or silent (default info)`;
