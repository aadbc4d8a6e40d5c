package dev.cobnut.test.guide;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
class VoucherService {}
