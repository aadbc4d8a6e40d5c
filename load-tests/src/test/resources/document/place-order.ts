import { CommandsApi, Configuration, QueriesApi } from './client';

declare const process: { argv: string[]; exit(code: number): void };

// Places an order with the generated client, and reads it again. Argument: the service's address.
async function main(): Promise<void> {
    const configuration = new Configuration({ basePath: process.argv[2] });
    const placed = await new CommandsApi(configuration).placeOrder({
        newOrder: {
            customerId: 'generated-typescript',
            currency: 'EUR',
            lines: [{ productId: 'hazel-500', quantity: 2, unitPrice: '17.99' }],
            shippingAddress: { name: 'Ada', line1: '1 Nut Street', city: 'Kent', postalCode: 'TN1', country: 'GB' },
        },
        idempotencyKey: 'generated-typescript-1',
    });
    const read = await new QueriesApi(configuration).order({ id: placed.orderId });
    console.log(`placed ${read.status} ${read.total}`);
}

main().catch((failure) => {
    console.error(failure);
    process.exit(1);
});
